import type { LearnedRule } from '@canonist/core/learn'
import type { ProbedRule } from './rule-evidence.ts'

/** What a rule does, without its hosts: `strip sid`. */
export const actionOf = ({ id }: Pick<LearnedRule, 'id'>): string => id.slice(id.indexOf(': ') + 2)

/** Where it holds: `example.com/shop, not below /shop/cart`. */
export function placeOf({ host, scope, except }: LearnedRule): string {
  const inside = scope.map((prefix) => `${host}${prefix === '/' ? '' : prefix}`).join(', ')
  return except.length === 0 ? inside : `${inside}, not below ${except.join(', ')}`
}

/** How many contents agree: `75 of 77`. */
export function countOf({ support, failures }: LearnedRule): string {
  return `${shortNumber(support)} of ${shortNumber(support + failures)}`
}

const shortNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 })

/** Whether the log tells what any URL served that the rule makes equal to another. */
export const isTried = ({ support, failures }: LearnedRule): boolean => support + failures > 0

/** Why a rule is only likely. */
export function doubtOf(rule: ProbedRule): string {
  const { support, failures, probe } = rule
  if (probe !== undefined) return `undecided after ${probe.agree + probe.against} pairs of URLs were fetched`
  if (!isTried(rule))
    return `seen in ${shortNumber(rule.proposed)} pairs of like URLs, and nothing tells what they serve`
  if (failures > 0) return `${shortNumber(failures)} of ${shortNumber(support + failures)} contents differ`
  return `only ${shortNumber(support)} ${support === 1 ? 'content was' : 'contents were'} seen under two URLs`
}

/** What fetching has shown, where that decided: `14 of 14 fetched pairs agree`. */
export function probeOf({ probe }: ProbedRule): string | null {
  if (probe === undefined || probe.verdict === 'undecided') return null
  return `${probe.agree} of ${probe.agree + probe.against} fetched pairs agree`
}
