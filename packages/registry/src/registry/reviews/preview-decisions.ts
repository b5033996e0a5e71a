import type { Policy } from '@canonist/core'
import type { Database } from '../../store/database.ts'
import type { Differences } from '../rekey/differences.ts'
import { findDifferences } from '../rekey/find-differences.ts'
import { findDecidedPages } from '../sql/observations.sql.ts'
import type { Consequence } from './consequence.ts'
import { planDecision, type ProposedDecision } from './plan-decision.ts'
import { listDomains } from './preview-effect.ts'
import { addPolicyEntry, buildReviewedPolicy } from './reviewed-policy.ts'

/** A decision about one review. */
export interface ProposedDecisionOf extends ProposedDecision {
  readonly id: number
}

/** What several decisions would change together. */
export interface DecisionsPreview {
  /** Reviews that would be decided. */
  readonly reviews: number
  /** Decisions that would be refused: the review is unknown or decided, or does not take this value. */
  readonly refused: number
  /** Reviews, of those that would be decided, whose decision changes nothing. */
  readonly unchanged: number
  /** Facts about hosts that would be written. */
  readonly facts: number
  /** Pages whose content would be accepted or refused. */
  readonly verdicts: { readonly accepted: number; readonly refused: number }
  /** What all new policy entries would change, once the keys are moved to them; null if there are none. */
  readonly policy: {
    readonly reviews: number
    /** URLs that would get another key. */
    readonly aliases: number
    readonly differences: Differences
  } | null
}

export interface PreviewOptions {
  /** Called from time to time; what it throws ends the preview. */
  readonly onProgress?: (() => void) | undefined
}

/**
 * Previews decisions as if they were made one after the other. Their policy entries are compared at once, because two of them may merge
 * the same pages.
 */
export async function previewDecisions(
  database: Database,
  readActivePolicy: () => Promise<Policy>,
  decisions: readonly ProposedDecisionOf[],
  { onProgress }: PreviewOptions = {},
): Promise<DecisionsPreview> {
  const consequences: Consequence[] = []
  // A review is decided once, whatever comes second.
  const unique = new Map(decisions.map((decision) => [decision.id, decision]))
  for (const { id, ...decision } of unique.values()) {
    onProgress?.()
    const plan = await planDecision(database, id, decision)
    if (plan.ok) consequences.push(plan.consequence)
  }
  return {
    reviews: consequences.length,
    refused: unique.size - consequences.length,
    unchanged: pick(consequences, 'nothing').length,
    facts: new Set(pick(consequences, 'fact').map(({ host, fact }) => `${host} ${fact}`)).size,
    verdicts: await countVerdicts(database, pick(consequences, 'page-decision')),
    policy: await previewPolicy(database, readActivePolicy, pick(consequences, 'policy'), onProgress),
  }
}

type Becoming<Kind extends Consequence['becomes']> = Extract<Consequence, { becomes: Kind }>

const pick = <Kind extends Consequence['becomes']>(all: readonly Consequence[], kind: Kind): Becoming<Kind>[] =>
  all.filter((one): one is Becoming<Kind> => one.becomes === kind)

async function countVerdicts(
  database: Database,
  decided: readonly Becoming<'page-decision'>[],
): Promise<DecisionsPreview['verdicts']> {
  const pages = { accepted: new Set<number>(), refused: new Set<number>() }
  for (const { pageDecision, of } of decided)
    for (const id of await findDecidedPages(database, of)) pages[pageDecision].add(id)
  return { accepted: pages.accepted.size, refused: pages.refused.size }
}

async function previewPolicy(
  database: Database,
  readActivePolicy: () => Promise<Policy>,
  entries: readonly Becoming<'policy'>[],
  onProgress?: () => void,
): Promise<DecisionsPreview['policy']> {
  if (entries.length === 0) return null
  const before = await buildReviewedPolicy(database, await readActivePolicy())
  const after = entries.reduce(addPolicyEntry, before)
  let aliases = 0
  const differences = await findDifferences(database, before, after, {
    domain: listDomains(entries.flatMap(({ sites }) => Object.keys(sites))),
    onProgress,
    onMoved: () => {
      aliases += 1
    },
  })
  return { reviews: entries.length, aliases, differences }
}
