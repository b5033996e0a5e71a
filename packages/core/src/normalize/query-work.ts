import type { Section } from './compile.ts'
import { verdictOf } from './name-judge.ts'
import { cutPairs, readPair, type PairList } from './pair-list.ts'
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
  const pair = readPair(text, start, end, judge)
  return pair.end === end && start < end && verdictOf(pair.judgement) === 0 && (concerns & PAIR) === 0
}
