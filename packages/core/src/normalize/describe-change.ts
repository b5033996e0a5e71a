import { rawName, splitPairs } from '../url/query-pairs.ts'
import { splitUrl } from '../url/url-parts.ts'

/** Which parameters a change removed, by name: what people look for first. */
export function describeChange(oldText: string, newText: string): { detail?: string } {
  const old = queryOf(oldText)
  const now = queryOf(newText)
  if (old === null || now === null) return {}
  const before = splitPairs(old)
  const after = splitPairs(now)
  // Other spellings of the same pairs are no removal.
  if (before.length <= after.length) return {}
  const removed = difference(before, after).filter((pair) => pair !== '')
  if (removed.length === 0) return {}
  return { detail: `removed ${[...new Set(removed.map(rawName))].join(', ')}` }
}

function queryOf(text: string): string | null {
  const url = splitUrl(text)
  return typeof url === 'string' ? null : url.query
}

/** The pairs of one list that the other lacks; a pair that stands twice counts twice. */
function difference(pairs: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1)
  return pairs.filter((pair) => {
    const count = left.get(pair) ?? 0
    left.set(pair, count - 1)
    return count < 1
  })
}
