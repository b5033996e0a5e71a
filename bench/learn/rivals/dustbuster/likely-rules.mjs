// Rules a -> b by how many envelopes a and b share (large support), where an envelope counts only if few substrings stand
// in it (small buckets) and the two pages are as large as each other (size matching).
import { tokenLists, visitSmallBuckets } from './envelopes.mjs'
import { joined } from './tokens.mjs'

const LARGEST_BUCKET = 6
const LEAST_SUPPORT = 3

/** Rules `{ from, to, support }`, the best first, each in the direction that shortens. */
export function findLikelyRules(records) {
  const lists = tokenLists(records.map(({ url }) => url))
  const support = new Map()
  visitSmallBuckets(lists, LARGEST_BUCKET, (members) => vote(support, members, lists, records))
  return [...support]
    .filter(([, votes]) => votes >= LEAST_SUPPORT)
    .map(([key, votes]) => splitKey(key, votes))
    .toSorted((a, b) => b.support - a.support)
}

function vote(support, members, lists, records) {
  for (const [index, one] of members.entries())
    for (const other of members.slice(0, index)) {
      if (records[one.url].size !== records[other.url].size) continue
      const [a, b] = [substring(lists, one), substring(lists, other)]
      // Equal ones stand in different envelopes whose hashes are equal by chance.
      if (a !== b) support.set(joinKey(a, b), (support.get(joinKey(a, b)) ?? 0) + 1)
    }
}

const substring = (lists, { url, from, to }) => joined(lists[url].slice(from, to))

const joinKey = (a, b) => (isLonger(a, b) ? `${a}\n${b}` : `${b}\n${a}`)
const isLonger = (a, b) => a.length > b.length || (a.length === b.length && a > b)

function splitKey(key, support) {
  const [from, to] = key.split('\n')
  return { from, to, support }
}
