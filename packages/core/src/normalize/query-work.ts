import type { Section } from './compile.ts'
import { KEPT } from './name-judge.ts'
import { cutPairs, type PairList } from './pair-list.ts'
import type { Scan } from './recognise.ts'

/** The pairs of a recognised URL's query where a rule would change them, or null. */
export function findQueryWork(text: string, { query, fragment }: Scan, section: Section): PairList | null {
  const { judge, readsValues, settings } = section
  const { sort, empty } = settings.query
  const list = cutPairs(text, query + 1, fragment, judge)
  const isClean =
    !readsValues && list.verdicts === 1 << KEPT && (list.isSorted || !sort) && !(list.hasEmpty && empty === 'strip')
  return isClean ? null : list
}
