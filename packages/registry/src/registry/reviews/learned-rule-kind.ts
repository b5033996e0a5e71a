import type { PolicyFields, PolicySpec } from '@canonist/core'
import { NOTHING, type ReviewKind } from './review-kind.ts'

export const LEARNED_RULE = 'learned_rule'

/** The detail of a review about a learned rule. */
export interface LearnedRuleDetail {
  /** The policy entry, if it is accepted. */
  readonly sites: NonNullable<PolicySpec['sites']>
  /** The evidence, in words. */
  readonly proof: string
  /** Pairs of URLs that the rule makes equal: some rightly, and all that it should not. */
  readonly examples: readonly string[]
}

/** A learned rule. The subject is its id, hosts first: `example.com: strip sid`. */
export const LEARNED_RULE_KIND: ReviewKind = {
  asks: ({ subject, detail }) => `Is this a rule of the site: ${subject}? ${describeProof(detail)}`.trimEnd(),
  accept: (_, detail) => {
    const sites = readSites(detail)
    return sites === null ? NOTHING : { becomes: 'policy', sites }
  },
  reject: () => NOTHING,
  edit: {
    takes: 'policy fields for the site, as JSON: {"query":{"strip":["sid"]}}',
    decide: (subject, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
      const fields = value as PolicyFields
      return { becomes: 'policy', sites: Object.fromEntries(readHosts(subject).map((host) => [host, fields])) }
    },
  },
}

function describeProof(detail: unknown): string {
  const { proof } = detail as Partial<LearnedRuleDetail>
  return typeof proof === 'string' ? `(${proof})` : ''
}

function readSites(detail: unknown): LearnedRuleDetail['sites'] | null {
  return (detail as Partial<LearnedRuleDetail>).sites ?? null
}

const readHosts = (subject: string): string[] => (subject.split(': ', 1)[0] ?? '').split(' ')
