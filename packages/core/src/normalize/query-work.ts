import { findBefore } from '../url/find-before.ts'
import type { Section } from './compile.ts'
import { cutPairs, type PairList } from './pair-list.ts'
import type { Scan } from './recognise.ts'
import { PAIR } from './signs.ts'

/** The pairs of a recognised URL's query, or null if a quick look shows that no rule would change them. */
export function findWorkInQuery(text: string, { query, fragment }: Scan, section: Section): PairList | null {
  const start = query + 1
  return isCleanPair(text, start, fragment, section) ? null : cutPairs(text, start, fragment, section.judge)
}

/** Most queries are one pair, and only its name matters, so it is judged without cutting the query. */
function isCleanPair(text: string, start: number, end: number, { judge, concerns }: Section): boolean {
  if (start === end || (concerns & PAIR) !== 0 || findBefore('&', text, start, end) < end) return false
  return judge(text, start, findBefore('=', text, start, end)) === 0
}
