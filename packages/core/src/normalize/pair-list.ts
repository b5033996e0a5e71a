import { findBefore } from '../url/find-before.ts'
import { isSigned, signsIn, type Judgement, type NameJudge } from './name-judge.ts'
import { EMPTY_PAIR, LONE_QUESTION_MARK, PAIR, UNSORTED_PAIRS } from './signs.ts'

/** A pair of a query as offsets into the text it stands in: `name=value`, or a name alone where `nameEnd` is `end`. */
export interface Pair {
  start: number
  nameEnd: number
  end: number
  /** The first four characters of the name as one number: most names are told apart by it. */
  order: number
  judgement: Judgement
}

/** So many pairs wait for the next query: nearly all have fewer, and a hostile one need not be paid for ever after. */
const MOST_WAITING = 256

/**
 * The pairs of one query, judged. Rules take pairs out and move them, and the text is put together when all of them are
 * done. One list serves one query after the other, with the same pairs, so that cutting a query allocates nothing.
 */
export class PairList {
  /** Those that stay, in the order in which they will be written. Behind `count` others wait for the next query. */
  readonly pairs: Pair[] = []
  count = 0
  /** The text that the offsets mean. */
  text = ''
  /** The signs (signs.ts) that the pairs showed when they were cut. */
  signs = 0
  isSigned = false
  #start = 0
  #end = 0

  /** Cuts the text between `start` and `end`, which lie behind the `?` and before the `#`, at every `&`. */
  cut(text: string, start: number, end: number, judge: NameJudge): this {
    this.#begin(text, start, end)
    let joined = 0
    // Looked for only when it was passed: a query of many names without a value would be read over and over.
    let equals = -1
    for (let at = start; at <= end;) {
      const stop = findBefore('&', text, at, end)
      if (equals < at) equals = findBefore('=', text, at, end)
      const nameEnd = equals < stop ? equals : stop
      // An empty pair has no name that anyone could have meant.
      const judgement = at === stop ? 0 : judge(text, at, nameEnd)
      joined |= judgement
      this.#add(at, nameEnd, stop, judgement)
      at = stop + 1
    }
    this.signs |= signsIn(joined)
    this.isSigned = isSigned(joined)
    return this
  }

  #begin(text: string, start: number, end: number): void {
    if (this.pairs.length > MOST_WAITING) this.pairs.length = MOST_WAITING
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
    pair.order = orderOf(text, start, nameEnd)
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

  /** Takes out the pairs of which `mayStay` says no. */
  filter(mayStay: (pair: Pair, text: string) => boolean): void {
    const { text, pairs, count } = this
    this.count = 0
    for (let at = 0; at < count; at++) {
      const pair = pairs[at] as Pair
      if (!mayStay(pair, text)) continue
      // They change places: a pair that goes waits for the next query.
      pairs[at] = pairs[this.count] as Pair
      pairs[this.count++] = pair
    }
  }

  /** The text up to its pairs, and those of them that are left. Neighbours that still are neighbours are copied in one piece. */
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

  /** Behind the last pair of the text stands no `&`. */
  #copyWithDelimiter(from: number, to: number): string {
    return to < this.#end ? this.text.slice(from, to + 1) : `${this.text.slice(from, to)}&`
  }
}

/** A query is ASCII by now, so four characters fit into 28 bits. */
function orderOf(text: string, start: number, end: number): number {
  let order = 0
  for (let at = start; at < start + 4; at++) order = (order << 7) | (at < end ? text.charCodeAt(at) : 0)
  return order
}

/** By the code units of the name as spelled, not by locale: the key must be the same on every machine. */
export function comparePairs(text: string, a: Pair, b: Pair): number {
  return a.order === b.order ? compareRest(text, a, b) : a.order - b.order
}

/** The names behind their first four characters, which are the same. */
function compareRest(text: string, a: Pair, b: Pair): number {
  for (let at = 4; ; at++) {
    const first = a.start + at < a.nameEnd ? text.charCodeAt(a.start + at) : -1
    const second = b.start + at < b.nameEnd ? text.charCodeAt(b.start + at) : -1
    if (first !== second || first === -1) return first - second
  }
}

export const nameOf = (text: string, pair: Pair): string => text.slice(pair.start, pair.nameEnd)

/** What stands behind the `=`; empty where there is none. */
export const valueOf = (text: string, pair: Pair): string => text.slice(pair.nameEnd + 1, pair.end)

// One for all calls, since none of them waits: whoever cuts a query is done with the one before.
const list = new PairList()

/** The pairs between two offsets of a text; when they are joined, all that stands before them comes with them. */
export function cutPairs(text: string, start: number, end: number, judge: NameJudge): PairList {
  return list.cut(text, start, end, judge)
}

export const pairsOf = (query: string, judge: NameJudge): PairList => cutPairs(query, 1, query.length, judge)
