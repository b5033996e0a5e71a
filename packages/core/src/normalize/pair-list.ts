import { findBefore } from '../url/find-before.ts'
import { isSigned, extractSigns, type Judgement, type NameJudge } from './name-judge.ts'
import { EMPTY_PAIR, LONE_QUESTION_MARK, PAIR, UNSORTED_PAIRS } from './signs.ts'

/** A pair of a query as offsets into its text: `name=value`, or a name alone if `nameEnd` is `end`. */
export interface Pair {
  start: number
  nameEnd: number
  end: number
  /** The first four characters of the name as one number, which distinguishes most names. */
  order: number
  judgement: Judgement
}

/** At most this many pairs are kept for reuse: nearly all queries have fewer, and a hostile one must not hold memory for ever. */
const MAX_REUSED = 256

/**
 * The pairs of one query, judged. Rules remove and move pairs; `join` builds the text after all of them have run.
 * One list serves one query after another and reuses its pairs, so that cutting a query allocates nothing. It must never be used across an `await`.
 */
export class PairList {
  /** The first `count` are those that stay, in the order in which they will be written. The rest are kept for reuse. */
  readonly pairs: Pair[] = []
  count = 0
  /** The text that the offsets refer to. */
  text = ''
  /** The signs (signs.ts) that the pairs showed when they were cut. Rules do not update them. */
  signs = 0
  isSigned = false
  #start = 0
  #end = 0

  /** Cuts the text between `start` (after the `?`) and `end` (before the `#`) at every `&`. */
  cut(text: string, start: number, end: number, judge: NameJudge): this {
    this.#begin(text, start, end)
    let joined = 0
    // The next = is searched for only once it has been passed, or a query of many names without a value would be read again and again.
    let equals = -1
    for (let at = start; at <= end;) {
      const stop = findBefore('&', text, at, end)
      if (equals < at) equals = findBefore('=', text, at, end)
      const nameEnd = equals < stop ? equals : stop
      // An empty pair has no name to judge.
      const judgement = at === stop ? 0 : judge(text, at, nameEnd)
      joined |= judgement
      this.#add(at, nameEnd, stop, judgement)
      at = stop + 1
    }
    this.signs |= extractSigns(joined)
    this.isSigned = isSigned(joined)
    return this
  }

  #begin(text: string, start: number, end: number): void {
    if (this.pairs.length > MAX_REUSED) this.pairs.length = MAX_REUSED
    this.text = text
    this.#start = start
    this.#end = end
    this.count = 0
    this.signs = 0
  }

  #add(start: number, nameEnd: number, end: number, judgement: Judgement): void {
    const { text, pairs, count } = this
    const pair = (pairs[count] ??= { start, nameEnd, end, order: 0, judgement })
    pair.start = start
    pair.nameEnd = nameEnd
    pair.end = end
    pair.order = computeOrder(text, start, nameEnd)
    pair.judgement = judgement
    const isUnsorted = count > 0 && comparePairs(text, pairs[count - 1] as Pair, pair) > 0
    this.signs |= PAIR | (start === end ? EMPTY_PAIR | LONE_QUESTION_MARK : 0) | (isUnsorted ? UNSORTED_PAIRS : 0)
    this.count = count + 1
  }

  /** Whether nothing follows the `?`. */
  get isLoneMark(): boolean {
    const [first] = this.pairs
    return this.count === 1 && first?.start === first?.end
  }

  /** Removes the pairs that `mayStay` rejects. */
  filter(mayStay: (pair: Pair, text: string) => boolean): void {
    const { text, pairs, count } = this
    this.count = 0
    for (let at = 0; at < count; at++) {
      const pair = pairs[at] as Pair
      if (!mayStay(pair, text)) continue
      // Swap them, so that the removed pair is kept for reuse.
      pairs[at] = pairs[this.count] as Pair
      pairs[this.count++] = pair
    }
  }

  /** The text before the pairs, and the pairs that are left. Pairs that are still neighbours are copied in one piece. */
  join(): string {
    const { text, pairs, count } = this
    if (count === 0) return text.slice(0, this.#start - 1)
    let joined = ''
    let from = 0
    let to = this.#start - 1
    for (let at = 0; at < count; at++) {
      const { start, end } = pairs[at] as Pair
      if (start !== to + 1) {
        joined += this.#copyWithDelimiter(from, to)
        from = start
      }
      to = end
    }
    return joined + text.slice(from, to)
  }

  /** The last pair of the text has no `&` after it. */
  #copyWithDelimiter(from: number, to: number): string {
    return to < this.#end ? this.text.slice(from, to + 1) : `${this.text.slice(from, to)}&`
  }
}

/** A query is ASCII by now, so four characters fit into 28 bits. */
function computeOrder(text: string, start: number, end: number): number {
  let order = 0
  for (let at = start; at < start + 4; at++) order = (order << 7) | (at < end ? text.charCodeAt(at) : 0)
  return order
}

/** By the code units of the name as spelled, not by locale: the key must be the same on every machine. */
export function comparePairs(text: string, a: Pair, b: Pair): number {
  return a.order === b.order ? compareRest(text, a, b) : a.order - b.order
}

/** Compares the names after their first four characters, which are equal. */
function compareRest(text: string, a: Pair, b: Pair): number {
  for (let at = 4; ; at++) {
    const first = a.start + at < a.nameEnd ? text.charCodeAt(a.start + at) : -1
    const second = b.start + at < b.nameEnd ? text.charCodeAt(b.start + at) : -1
    if (first !== second || first === -1) return first - second
  }
}

export const readName = (text: string, pair: Pair): string => text.slice(pair.start, pair.nameEnd)

/** The text after the `=`; empty if there is none. */
export const readValue = (text: string, pair: Pair): string => text.slice(pair.nameEnd + 1, pair.end)

// One list for all calls: normalizing is synchronous, so the query before is done with when the next is cut.
const list = new PairList()

/** The pairs between two offsets of a text. Joining them gives the text before them as well. */
export function cutPairs(text: string, start: number, end: number, judge: NameJudge): PairList {
  return list.cut(text, start, end, judge)
}

export const cutQuery = (query: string, judge: NameJudge): PairList => cutPairs(query, 1, query.length, judge)
