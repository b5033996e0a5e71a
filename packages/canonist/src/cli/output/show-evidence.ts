import type { Paint } from './paint.ts'
import { excerpt, toPrintable } from '../../text/printable.ts'
import { table } from './table.ts'

/** What is shown of the evidence that a learned rule carries; what people wrote by hand may hold anything. */
interface Shown {
  readonly rule: string
  readonly support: number
  readonly failures: number
  readonly bound: number
}

/** Why a rule of a policy is held to be true, as people read it. */
export function showEvidence(evidence: object, paint: Paint): string {
  const label = paint('dim', 'because')
  if (!isLearned(evidence)) return table([[label, excerpt(JSON.stringify(evidence))]])
  const { rule, support, failures, bound } = evidence
  const counts = `${support} of ${support + failures} contents agree, bound ${bound}`
  return table([
    [label, `${paint('bold', excerpt(rule))}: ${counts}${probesOf(evidence)}`],
    ...validityOf(evidence).map((line) => ['', line]),
    ...pairsOf(evidence, 'examples').map((pair) => ['', `${paint('green', '=')} ${pair}`]),
    ...pairsOf(evidence, 'counterExamples').map((pair) => ['', `${paint('red', '≠')} ${pair}`]),
  ])
}

function isLearned(evidence: object): evidence is Shown {
  const { rule, support, failures, bound } = evidence as Partial<Record<keyof Shown, unknown>>
  return typeof rule === 'string' && [support, failures, bound].every((value) => typeof value === 'number')
}

const MOST_PAIRS = 1

function pairsOf(evidence: object, field: 'examples' | 'counterExamples'): string[] {
  const pairs = (evidence as Readonly<Record<string, unknown>>)[field]
  return Array.isArray(pairs) ? pairs.slice(0, MOST_PAIRS).flatMap(pairOf) : []
}

function pairOf(example: unknown): string[] {
  if (typeof example !== 'object' || example === null || !('urls' in example)) return []
  return Array.isArray(example.urls) ? [example.urls.map((url) => excerpt(String(url))).join('  ')] : []
}

export function validityOf(evidence: object): string[] {
  const { learnedAt, expiry } = evidence as { readonly learnedAt?: unknown; readonly expiry?: unknown }
  if (typeof learnedAt !== 'string') return []
  const until = typeof expiry === 'string' ? `, to be learned anew from ${dayOf(expiry)} on` : ''
  return [`learned on ${dayOf(learnedAt)}${until}`]
}

const dayOf = (time: string): string => excerpt(time.split('T', 1)[0] ?? '')

function probesOf(evidence: object): string {
  const { probe } = evidence as { readonly probe?: { readonly verdict?: unknown; readonly agree?: unknown } }
  return probe === undefined ? '' : `, ${toPrintable(String(probe.verdict))} by fetching ${String(probe.agree)} pairs`
}
