import type { Paint } from './paint.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from './format-table.ts'

/** The fields of a learned rule's evidence that are shown. Evidence written by hand may contain anything. */
interface Shown {
  readonly rule: string
  readonly support: number
  readonly failures: number
  readonly bound: number
}

/**
 * Formats the evidence for a change, for people.
 *
 * @param changedBy the rule that made the change
 */
export function showEvidence(changedBy: string, evidence: object, paint: Paint): string {
  const label = paint('dim', `evidence for ${changedBy}`)
  if (!isLearned(evidence)) return formatTable([[label, excerpt(describeFields(evidence))]])
  const { rule, support, failures, bound } = evidence
  const counts = `${support} of ${support + failures} contents agree, bound ${bound}`
  return formatTable([
    [label, `${paint('bold', excerpt(rule))}: ${counts}${describeProbe(evidence)}`],
    ...describeValidity(evidence).map((line) => ['', line]),
    ...listPairs(evidence, 'examples').map((pair) => ['', `${paint('green', '=')} ${pair}`]),
    ...listPairs(evidence, 'counterExamples').map((pair) => ['', `${paint('red', '≠')} ${pair}`]),
  ])
}

/** `{ source: 'equal content', pairs: 37 }` as `source: equal content, pairs: 37`. */
function describeFields(evidence: object): string {
  return Object.entries(evidence)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

function isLearned(evidence: object): evidence is Shown {
  const { rule, support, failures, bound } = evidence as Partial<Record<keyof Shown, unknown>>
  return typeof rule === 'string' && [support, failures, bound].every((value) => typeof value === 'number')
}

const MAX_PAIRS = 1

function listPairs(evidence: object, field: 'examples' | 'counterExamples'): string[] {
  const pairs = (evidence as Readonly<Record<string, unknown>>)[field]
  return Array.isArray(pairs) ? pairs.slice(0, MAX_PAIRS).flatMap(formatPair) : []
}

function formatPair(example: unknown): string[] {
  if (typeof example !== 'object' || example === null || !('urls' in example)) return []
  return Array.isArray(example.urls) ? [example.urls.map((url) => excerpt(String(url))).join('  ')] : []
}

export function describeValidity(evidence: object): string[] {
  const { learnedAt, expiry } = evidence as { readonly learnedAt?: unknown; readonly expiry?: unknown }
  if (typeof learnedAt !== 'string') return []
  const until = typeof expiry === 'string' ? `; relearn after ${formatDay(expiry)}` : ''
  return [`learned on ${formatDay(learnedAt)}${until}`]
}

const formatDay = (time: string): string => excerpt(time.split('T', 1)[0] ?? '')

function describeProbe(evidence: object): string {
  const { probe } = evidence as { readonly probe?: { readonly verdict?: unknown; readonly agree?: unknown } }
  return probe === undefined ? '' : `, ${toPrintable(String(probe.verdict))} by fetching ${String(probe.agree)} pairs`
}
