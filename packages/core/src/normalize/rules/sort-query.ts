import { comparePairs, type Pair, type PairList } from '../pair-list.ts'
import type { QueryRule } from '../rule.ts'
import { UNSORTED_PAIRS } from '../signs.ts'

/** Up to this many pairs, insertion sort is more than twice as fast as the general sort, and nearly all queries are shorter. */
const MAX_INSERTED = 64

/** Both ways of sorting are stable. */
export const sortQuery: QueryRule = {
  id: 'sort-query',
  tier: 'lossy',
  concerns: UNSORTED_PAIRS,
  isOn: ({ query }) => query.sort,
  edit: (pairs) => (pairs.count > MAX_INSERTED ? sortAll(pairs) : insertOneByOne(pairs)),
}

function insertOneByOne({ text, pairs, count }: PairList): void {
  for (let next = 1; next < count; next++) {
    const pair = pairs[next] as Pair
    let at = next
    while (at > 0 && comparePairs(text, pairs[at - 1] as Pair, pair) > 0) {
      pairs[at] = pairs[at - 1] as Pair
      at--
    }
    pairs[at] = pair
  }
}

function sortAll({ text, pairs, count }: PairList): void {
  const sorted = pairs.slice(0, count).toSorted((a, b) => comparePairs(text, a, b))
  for (const [at, pair] of sorted.entries()) pairs[at] = pair
}
