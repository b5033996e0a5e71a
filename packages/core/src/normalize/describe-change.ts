import { readRawName, splitPairs } from '../url/query-pairs.ts'
import { splitUrl } from '../url/url-parts.ts'

/** Names the parameters that a change removed, because people look for that first. */
export function describeChange(oldText: string, newText: string): { detail?: string } {
  const old = readQuery(oldText)
  const now = readQuery(newText)
  if (old === null || now === null) return {}
  const before = splitPairs(old)
  const after = splitPairs(now)
  // A change that only respells pairs removes none.
  if (before.length <= after.length) return {}
  const removed = listMissingPairs(before, after).filter((pair) => pair !== '')
  if (removed.length === 0) return {}
  return { detail: `removed ${[...new Set(removed.map(readRawName))].join(', ')}` }
}

function readQuery(text: string): string | null {
  const url = splitUrl(text)
  return typeof url === 'string' ? null : url.query
}

/** The pairs of one list that the other lacks. A pair that occurs twice counts twice. */
function listMissingPairs(pairs: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1)
  return pairs.filter((pair) => {
    const count = left.get(pair) ?? 0
    left.set(pair, count - 1)
    return count < 1
  })
}
