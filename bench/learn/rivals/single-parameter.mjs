// A learner of single parameters, after MaybeDont (github.com/TeamHG-Memex/MaybeDont): a parameter is irrelevant where URLs
// that differ in it alone have the same content; a value is a default where leaving it out changes nothing. Each is counted
// for the whole site and for the very path, and believed from the lower edge of a 95 % interval.
//
// Simplified: simhash instead of MinHash over shingles; two of its six hypotheses are left out, since they speak of single
// URLs that were seen (all URLs of one path are the same; the same path and the same other parameters), never of new pages;
// and it says what a URL becomes, where MaybeDont says how likely it is a duplicate of something seen.
import { hasSameContent } from './same-content.mjs'

const LEAST_PAIRS = 5
/** MaybeDont samples as many where a group is large. */
const MOST_COMPARED = 200

/** @param threshold what MaybeDont calls AVOID_DUP_CONTENT_THRESHOLD; 0.98 unless told */
export function learnSingleParameters(records, threshold) {
  const pages = records.filter(({ status }) => status === 200).map((record) => ({ record, url: parse(record.url) }))
  const counts = new Map()
  for (const members of groupByRest(pages).values()) countGroup(counts, members)
  const believed = new Set([...counts].filter(([, count]) => lowerEdge(count) > threshold).map(([key]) => key))
  return { apply: (url) => strip(believed, url), rules: believed.size }
}

function parse(url) {
  const [, scheme, path, query = ''] = /^(\w+:\/\/)([^?]*)\??(.*)$/.exec(url)
  return { scheme, path, pairs: query === '' ? [] : query.split('&') }
}

const readName = (pair) => pair.split('=', 1)[0]

/** URLs of one path that are the same without a parameter, for each parameter that one of them has. */
function groupByRest(pages) {
  const groups = new Map()
  for (const page of pages) for (const pair of page.url.pairs) addMember(groups, page, pair)
  const byWhole = Map.groupBy(pages, ({ url }) => wholeKey(url.path, url.pairs))
  // The URL that has no such parameter belongs to the group too.
  for (const [key, members] of groups)
    for (const page of byWhole.get(key.slice(key.indexOf('\n') + 1)) ?? [])
      members.push({ page, name: members[0].name, pair: null })
  return groups
}

const sorted = (pairs) => pairs.toSorted().join('&')
const wholeKey = (path, pairs) => `${path}?${sorted(pairs)}`

function addMember(groups, page, pair) {
  const name = readName(pair)
  const rest = page.url.pairs.filter((other) => readName(other) !== name)
  const key = `${name}\n${wholeKey(page.url.path, rest)}`
  if (!groups.has(key)) groups.set(key, [])
  groups.get(key).push({ page, name, pair })
}

function countGroup(counts, members) {
  for (const [index, member] of members.entries())
    for (const other of members.slice(Math.max(0, index - MOST_COMPARED), index)) countPair(counts, member, other)
}

function countPair(counts, a, b) {
  const isSame = hasSameContent(a.page.record, b.page.record)
  if (isSame === null || a.pair === b.pair) return
  const { path } = a.page.url
  for (const key of [a.name, `${path} ${a.name}`]) count(counts, key, isSame)
  const value = a.pair === null ? b.pair : b.pair === null ? a.pair : null
  if (value !== null) for (const key of [`=${value}`, `${path} =${value}`]) count(counts, key, isSame)
}

function count(counts, key, isSame) {
  const found = counts.get(key) ?? { same: 0, other: 0 }
  found[isSame ? 'same' : 'other'] += 1
  counts.set(key, found)
}

function lowerEdge({ same, other }) {
  if (same + other < LEAST_PAIRS) return 0
  const all = same + other + 2
  const share = (same + 1) / all
  return share - 1.96 * Math.sqrt((share * (1 - share)) / all)
}

function strip(believed, url) {
  const { scheme, path, pairs } = parse(url)
  const kept = pairs.filter((pair) => !isIrrelevant(believed, path, pair))
  return scheme + path + (kept.length === 0 ? '' : `?${sorted(kept)}`)
}

const isIrrelevant = (believed, path, pair) =>
  [readName(pair), `=${pair}`].some((what) => believed.has(what) || believed.has(`${path} ${what}`))
