import type { Section } from './compile.ts'
import { KEPT, verdictOf } from './name-judge.ts'
import { cutPairs, readPair, type PairList } from './pair-list.ts'
import type { Scan } from './recognise.ts'

/** The pairs of a recognised URL's query where a rule would change them, or null. */
export function findQueryWork(text: string, { query, fragment }: Scan, section: Section): PairList | null {
  if (isCleanPair(text, query + 1, fragment, section)) return null
  const { sort, empty } = section.settings.query
  const list = cutPairs(text, query + 1, fragment, section.judge)
  const isClean =
    !section.readsValues &&
    list.verdicts === 1 << KEPT &&
    (list.isSorted || !sort) &&
    !(list.hasEmpty && empty === 'strip')
  return isClean ? null : list
}

/** Most queries are one pair, of which only the name is looked at. */
function isCleanPair(text: string, start: number, end: number, { judge, readsValues }: Section): boolean {
  const pair = readPair(text, start, end, judge)
  return pair.end === end && start < end && !readsValues && verdictOf(pair.judgement) === KEPT
}
