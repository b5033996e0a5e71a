import type { Section } from './compile.ts'
import { verdictOf } from './name-judge.ts'
import { cutPairs, findBefore, type PairList } from './pair-list.ts'
import type { Scan } from './recognise.ts'
import { PAIR } from './signs.ts'

/** The pairs of a recognised URL's query where they show a sign that concerns a rule, or null. */
export function findQueryWork(text: string, { query, fragment }: Scan, section: Section): PairList | null {
  if (isCleanPair(text, query + 1, fragment, section)) return null
  const list = cutPairs(text, query + 1, fragment, section.judge)
  return (list.signs & section.concerns) === 0 ? null : list
}

/** Most queries are one pair, of which only the name is looked at: it is read in place. */
function isCleanPair(text: string, start: number, end: number, { judge, concerns }: Section): boolean {
  if (start === end || (concerns & PAIR) !== 0 || findBefore('&', text, start, end) < end) return false
  return verdictOf(judge.judge(text, start, findBefore('=', text, start, end))) === 0
}
