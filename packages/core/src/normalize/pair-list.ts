import type { UrlParts } from '../url/url-parts.ts'
import { isSigned, verdictOf, type Judgement, type NameJudge } from './name-judge.ts'
import { EMPTY_PAIR, LONE_QUESTION_MARK, PAIR, UNSORTED_PAIRS } from './signs.ts'

/** A pair of a query as offsets into the text it stands in: `name=value`, or a name alone where `nameEnd` is `end`. */
export interface JudgedPair {
  readonly start: number
  readonly nameEnd: number
  readonly end: number
  /** The first four characters of the name as one number: most names are told apart by it. */
  readonly order: number
  readonly judgement: Judgement
}

/** The pairs of one query, judged, with the signs (signs.ts) that they show. */
export interface PairList {
  readonly text: string
  readonly pairs: readonly JudgedPair[]
  readonly signs: number
  readonly isSigned: boolean
}

/** Cuts the text between two offsets, which lie behind the `?` and before the `#`, at every `&`. */
export function cutPairs(text: string, start: number, end: number, { judge }: NameJudge): PairList {
  const pairs: JudgedPair[] = []
  // Looked for only when it was passed: a query of many names without a value would be read over and over.
  let equals = -1
  for (let at = start; at <= end;) {
    const stop = findBefore('&', text, at, end)
    if (equals < at) equals = findBefore('=', text, at, end)
    const nameEnd = equals < stop ? equals : stop
    // An empty pair has no name that anyone could have meant.
    const judgement = at === stop ? 0 : judge(text, at, nameEnd)
    pairs.push({ start: at, nameEnd, end: stop, order: orderOf(text, at, nameEnd), judgement })
    at = stop + 1
  }
  return listPairs(text, pairs)
}

export function findBefore(char: string, text: string, from: number, end: number): number {
  const found = text.indexOf(char, from)
  return found === -1 || found > end ? end : found
}

/** A query is ASCII by now, so four characters fit into 28 bits. */
function orderOf(text: string, start: number, end: number): number {
  let order = 0
  for (let at = start; at < start + 4; at++) order = (order << 7) | (at < end ? text.charCodeAt(at) : 0)
  return order
}

function listPairs(text: string, pairs: readonly JudgedPair[]): PairList {
  let joined = 0
  let signs = pairs.length === 0 ? 0 : PAIR
  let previous: JudgedPair | null = null
  for (const pair of pairs) {
    joined |= pair.judgement
    if (pair.start === pair.end) signs |= EMPTY_PAIR | LONE_QUESTION_MARK
    if (previous !== null && comparePairs(text, previous, pair) > 0) signs |= UNSORTED_PAIRS
    previous = pair
  }
  return { text, pairs, signs: signs | verdictOf(joined), isSigned: isSigned(joined) }
}

/** By the code units of the name as spelled, not by locale: the key must be the same on every machine. */
export function comparePairs(text: string, a: JudgedPair, b: JudgedPair): number {
  if (a.order !== b.order) return a.order - b.order
  const first = nameOf(text, a)
  const second = nameOf(text, b)
  return first < second ? -1 : first > second ? 1 : 0
}

export const nameOf = (text: string, pair: JudgedPair): string => text.slice(pair.start, pair.nameEnd)

/** What stands behind the `=`; empty where there is none. */
export const valueOf = (text: string, pair: JudgedPair): string => text.slice(pair.nameEnd + 1, pair.end)

export function joinPairs(text: string, pairs: readonly JudgedPair[]): string {
  let query = ''
  for (const { start, end } of pairs) query += (query === '' ? '?' : '&') + text.slice(start, end)
  return query
}

/** What was cut last. One place is enough: the rules of one URL run to the end before those of the next begin. */
interface Last {
  url: UrlParts | null
  judge: NameJudge | null
  query: string
  list: PairList
}

const NO_PAIRS = listPairs('', [])
const last: Last = { url: null, judge: null, query: '', list: NO_PAIRS }

/** The pairs of a URL, cut and judged once for all the rules that look at them. */
export function pairsOf(url: UrlParts, judge: NameJudge): PairList {
  if (url.query === '') return NO_PAIRS
  if (last.url === url && last.judge === judge && last.query === url.query) return last.list
  return rememberPairs(url, judge, cutPairs(url.query, 1, url.query.length, judge))
}

export function rememberPairs(url: UrlParts, judge: NameJudge, list: PairList): PairList {
  last.url = url
  last.judge = judge
  last.query = url.query
  last.list = list
  return list
}

/** Takes out the pairs of which `mayStay` says no; an empty pair is nobody's business but remove-empty-pairs'. */
export function filterPairs(
  url: UrlParts,
  judge: NameJudge,
  mayStay: (pair: JudgedPair, text: string) => boolean,
): void {
  const { text, pairs } = pairsOf(url, judge)
  const staying = pairs.filter((pair) => mayStay(pair, text))
  if (staying.length === pairs.length) return
  url.query = joinPairs(text, staying)
  rememberPairs(url, judge, listPairs(text, staying))
}
