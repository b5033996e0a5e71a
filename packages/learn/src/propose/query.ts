import type { Edit } from './edit.ts'
import { dropEmptyQuery, sortParameters } from './edits/query.ts'
import type { ProposalPool } from './proposal-pool.ts'
import type { ParsedUrl, QueryPair } from '../log/form.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_TOGETHER } = THRESHOLDS.query

/**
 * Proposes edits that make the queries of two URLs equal: removing the parameters in which they differ or, if one query has all
 * that the other has, removing only these values. Returns one empty list for equal queries, null if no edits are proposed.
 */
export function proposeForQueries(a: ParsedUrl, b: ParsedUrl, pool: ProposalPool): readonly (readonly Edit[])[] | null {
  if (a.query === b.query) return [[]]
  const onlyA = excludePairs(a.pairs, b.pairs)
  const onlyB = excludePairs(b.pairs, a.pairs)
  const names = new Set([...onlyA, ...onlyB].map(({ name }) => name))
  const isEmpty = names.delete('') || a.query === '?' || b.query === '?'
  if (names.size > MAX_TOGETHER) return null
  const common = [...(isEmpty ? [dropEmptyQuery] : []), ...(isReordered(a, b, names) ? [sortParameters] : [])]
  const stripped = [[...common, ...Array.from(names, (name) => pool.stripParameter(name))]]
  const [more, less] = onlyA.length > 0 ? [onlyA, onlyB] : [onlyB, onlyA]
  if (less.length > 0 || names.size === 0) return stripped
  const defaults = more.filter(({ name }) => name !== '').map(({ name, value }) => pool.dropDefault(name, value))
  return [...stripped, [...common, ...defaults]]
}

function excludePairs(pairs: readonly QueryPair[], others: readonly QueryPair[]): QueryPair[] {
  return pairs.filter(({ text }) => !others.some((other) => other.text === text))
}

/** Whether the shared pairs have a different order. */
function isReordered(a: ParsedUrl, b: ParsedUrl, names: ReadonlySet<string>): boolean {
  const rest = ({ pairs }: ParsedUrl): string =>
    pairs
      .filter(({ name }) => name !== '' && !names.has(name))
      .map(({ text }) => text)
      .join('&')
  return rest(a) !== rest(b)
}
