import type { Policy, PolicySpec } from '@canonist/core'
import { findRegistrableDomain } from '@canonist/web/internal/net/gate/registrable-domain'
import type { Database } from '../../store/database.ts'
import { formatFactName } from '../facts/format-fact-name.ts'
import type { Differences } from '../rekey/differences.ts'
import { findDifferences } from '../rekey/find-differences.ts'
import type { Consequence } from './consequence.ts'
import type { PageDecision } from './review-kind.ts'
import { addPolicyEntry, buildReviewedPolicy } from './reviewed-policy.ts'
import { findNewestValue } from '../sql/facts.sql.ts'
import { findDecidedPages } from '../sql/observations.sql.ts'

/** What a decision would change. */
export type DecisionEffect =
  | { readonly changes: 'nothing' }
  | {
      readonly changes: 'fact'
      readonly host: string
      readonly fact: string
      readonly value: string
      readonly before: string | null
    }
  /** The verdicts of pages: their content is accepted or refused. */
  | { readonly changes: 'verdict'; readonly pageDecision: PageDecision; readonly pages: number }
  /** The policy, once the keys are moved to it. */
  | { readonly changes: 'policy'; readonly sites: NonNullable<PolicySpec['sites']>; readonly differences: Differences }

/** @param readActivePolicy called only if the policy matters: this build may not have its rules */
export async function previewEffect(
  database: Database,
  readActivePolicy: () => Promise<Policy>,
  consequence: Consequence,
): Promise<DecisionEffect> {
  if (consequence.becomes === 'nothing') return { changes: 'nothing' }
  if (consequence.becomes === 'fact') return previewFact(database, consequence)
  if (consequence.becomes === 'page-decision') {
    const pages = await findDecidedPages(database, consequence.of)
    return { changes: 'verdict', pageDecision: consequence.pageDecision, pages: pages.length }
  }
  const before = await buildReviewedPolicy(database, await readActivePolicy())
  const differences = await findDifferences(database, before, addPolicyEntry(before, consequence), {
    domain: listDomains(Object.keys(consequence.sites)),
  })
  return { changes: 'policy', sites: consequence.sites, differences }
}

/** The registrable domains of hosts. A rule may merge pages across the hosts of one, but not of two. */
export const listDomains = (hosts: readonly string[]): string[] => [
  ...new Set(hosts.map((host) => findRegistrableDomain(host) ?? host)),
]

async function previewFact(
  database: Database,
  { host, fact, value }: Extract<Consequence, { becomes: 'fact' }>,
): Promise<DecisionEffect> {
  const before = await findNewestValue(database, host, formatFactName(fact))
  return { changes: 'fact', host, fact, value, before }
}
