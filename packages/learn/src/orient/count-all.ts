// A sample keeps the URLs of a content together, so it keeps agreement more often than contradiction. Therefore rules from a
// sample are counted on all pages of the site before they are applied.
import { getCompiledPolicy } from '@canonist/core/internal/normalize/policy'
import { runPolicy } from '@canonist/core/internal/normalize/run-policy'
import { domainToAscii } from '@canonist/core/internal/url/idna/index'
import type { AllPages } from '../log/all-pages.ts'
import { formatCandidateId } from '../propose/candidate.ts'
import { compileSite } from '../compile/compile-site.ts'
import { areNear, NO_CONTENT } from '../log/content-clusters.ts'
import { hashText, mix } from '../log/content-hash.ts'
import { isCountWithinNoise } from '../judge/within-noise.ts'
import { createAgreement, type Agreement } from '../judge/agreement.ts'
import type { Chosen, DefineSections } from './orient.ts'
import type { Content } from '../log/page-bytes.ts'
import { groupBy } from '../log/site-state.ts'
import { countTrials, type Count } from '../trial/trial.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_PAGES_AT_ONCE, MIN_PAIRS, MAX_CONTENTS } = THRESHOLDS.countAll

export interface Counted {
  /** Rules that differ only in their hosts. */
  readonly rules: readonly Chosen[]
  readonly count: Count
}

/** The counts of all rules on all pages of a site. */
export interface FullCount {
  readonly counted: readonly Counted[]
  /** How often two fetches of one page agree; null if nothing measures it. */
  readonly agreement: Agreement | null
  readonly figures: FullFigures
}

export interface FullFigures {
  readonly urls: number
  readonly contents: number
  readonly redundant: number
  readonly merged: number
}

/** Whether noise explains the failures on all pages. */
export const holdsOnAllPages = ({ count }: Counted, { agreement }: FullCount): boolean =>
  isCountWithinNoise(count, agreement)

type Normalize = (url: string) => string

/**
 * Counts each rule on all pages, together with the others.
 *
 * @param sampled how often two fetches of a page agree in the sample; used if no URL was fetched twice
 */
export function countOnAllPages(
  pages: AllPages,
  chosen: readonly Chosen[],
  scopes: ReadonlyMap<string, readonly string[]>,
  define: DefineSections,
  sampled: Agreement | null,
): FullCount {
  const groups = [...groupBy(chosen, ({ rule }) => formatCandidateId([], rule.edits)).values()]
  const createNormalize = (rules: readonly Chosen[]): Normalize => {
    const sections = compileSite(
      rules.map(({ rule }) => rule),
      scopes,
    )
    const policy = getCompiledPolicy(define(sections))
    return (url) => runPolicy(policy, url, domainToAscii) ?? url
  }
  const without = groups.map((group) => createNormalize(chosen.filter((one) => !group.includes(one))))
  const parts = Math.max(1, Math.ceil(pages.count / MAX_PAGES_AT_ONCE))
  const tally = new Tally(groups.length)
  for (let part = 0; part < parts; part++) {
    const isHere = (output: number): boolean => parts === 1 || mix(output) % parts === part
    tally.add(readPages(pages, createNormalize(chosen), without, isHere))
  }
  return tally.finish(groups, sampled)
}

/** The pages of one part, one index per fetch. */
interface Rows {
  readonly count: number
  readonly url: Float64Array
  readonly output: Float64Array
  readonly exact: Float64Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly hasSimhash: Uint8Array
  readonly isAsset: Uint8Array
  /** By rule: the result of the other rules for each URL that this rule changes. */
  readonly others: readonly Map<number, number>[]
}

function readPages(
  pages: AllPages,
  normalize: Normalize,
  without: readonly Normalize[],
  isHere: (output: number) => boolean,
): Rows {
  const size = pages.count
  const rows = {
    url: new Float64Array(size),
    output: new Float64Array(size),
    exact: new Float64Array(size),
    high: new Int32Array(size),
    low: new Int32Array(size),
    hasSimhash: new Uint8Array(size),
    isAsset: new Uint8Array(size),
    others: without.map(() => new Map<number, number>()),
  }
  let count = 0
  for (const { url, content } of pages.read()) {
    const text = normalize(url)
    const output = hashText(text)
    if (!isHere(output)) continue
    writeContent(rows, count, content)
    rows.output[count] = output
    rows.url[count] = text === url ? output : hashText(url)
    if (text !== url) recordChanges(rows, count, url, text, without)
    count++
  }
  return { ...rows, count }
}

function writeContent(rows: Omit<Rows, 'count'>, at: number, content: Content): void {
  rows.exact[at] = content.exact
  rows.high[at] = content.high
  rows.low[at] = content.low
  rows.hasSimhash[at] = content.hasSimhash
  rows.isAsset[at] = content.isAsset
}

function recordChanges(
  { others }: Omit<Rows, 'count'>,
  at: number,
  url: string,
  output: string,
  without: readonly Normalize[],
): void {
  for (const [rule, normalize] of without.entries()) {
    const other = normalize(url)
    if (other !== output) others[rule]?.set(at, hashText(other))
  }
}

/** Adds up the counts of the parts of a site. */
class Tally {
  readonly #rules: { trials: number; agreeing: number }[]
  readonly #assets: { trials: number; agreeing: number }[]
  readonly #pairs = { trials: 0, agreeing: 0 }
  readonly #figures = { urls: 0, contents: 0, redundant: 0, merged: 0 }

  constructor(rules: number) {
    this.#rules = Array.from({ length: rules }, () => ({ trials: 0, agreeing: 0 }))
    this.#assets = Array.from({ length: rules }, () => ({ trials: 0, agreeing: 0 }))
  }

  add(rows: Rows): void {
    const groups = groupRows(rows)
    const countContent = countContents(rows)
    for (const [rule, others] of rows.others.entries()) {
      addTo(this.#rules[rule], countTrials(listCollisions(rows, groups, others, countContent, 0)))
      addTo(this.#assets[rule], countTrials(listCollisions(rows, groups, others, countContent, 1)))
    }
    addTo(this.#pairs, countPairs(rows, groups))
    const urls = countDistinct(rows.url.slice(0, rows.count))
    const known = rows.exact.slice(0, rows.count).filter((exact) => exact !== NO_CONTENT)
    const contents = countDistinct(known)
    this.#figures.urls += urls
    this.#figures.contents += contents
    this.#figures.redundant += Math.max(0, Math.min(urls, known.length) - contents)
    this.#figures.merged += urls - groups.outputs
  }

  finish(groups: readonly (readonly Chosen[])[], sampled: Agreement | null): FullCount {
    const agreement = this.#pairs.trials < MIN_PAIRS ? sampled : createAgreement(this.#pairs, sampled?.least ?? 0)
    const counted = groups.map((rules, at): Counted => {
      const [own, ofAssets] = [this.#rules[at] as Count, this.#assets[at] as Count]
      // Assets prove nothing, but a rule must not join different ones.
      const failures = isCountWithinNoise(ofAssets, agreement) ? 0 : ofAssets.trials - ofAssets.agreeing
      return { rules, count: { trials: own.trials + failures, agreeing: own.agreeing } }
    })
    return { counted, agreement, figures: this.#figures }
  }
}

/** Sorts the values in place: a set of millions of numbers would take ten times the memory. */
function countDistinct(values: Float64Array): number {
  values.sort()
  return values.reduce((count, value, at) => (at === 0 || value !== values[at - 1] ? count + 1 : count), 0)
}

function addTo(sum: { trials: number; agreeing: number } | undefined, { trials, agreeing }: Count): void {
  if (sum === undefined) return
  sum.trials += trials
  sum.agreeing += agreeing
}

interface Groups {
  /** Rows by output. */
  readonly order: Uint32Array
  /** The start and end of each group of several rows in that order. */
  readonly bounds: readonly (readonly [number, number])[]
  readonly outputs: number
}

function groupRows({ count, output }: Rows): Groups {
  const order = Uint32Array.from({ length: count }, (_, row) => row).toSorted(
    (a, b) => (output[a] as number) - (output[b] as number) || a - b,
  )
  const bounds: [number, number][] = []
  let outputs = 0
  for (let start = 0; start < count;) {
    let end = start + 1
    while (end < count && output[order[end] as number] === output[order[start] as number]) end++
    if (end > start + 1) bounds.push([start, end])
    outputs++
    start = end
  }
  return { order, bounds, outputs }
}

/** Creates a function that counts the fetches with a content, up to `MAX_CONTENTS`. */
function countContents({ exact, count }: Rows): (content: number) => number {
  const sorted = exact.slice(0, count).toSorted()
  return (content) => {
    const first = lowerBound(sorted, content)
    let end = first
    while (end < sorted.length && sorted[end] === content && end - first < MAX_CONTENTS) end++
    return end - first
  }
}

function lowerBound(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Lists the collisions of one rule: groups that the other rules alone would not join. */
function* listCollisions(
  rows: Rows,
  { order, bounds }: Groups,
  others: ReadonlyMap<number, number>,
  countContent: (content: number) => number,
  isAsset: 0 | 1,
): Generator<Count & { readonly page: number }> {
  for (const [start, end] of bounds) {
    const members = [...order.subarray(start, end)]
    if (rows.isAsset[members[0] as number] !== isAsset || !members.some((row) => others.has(row))) continue
    const forms = groupBy(members, (row) => others.get(row) ?? rows.output[row])
    const labels = forms.size < 2 ? [] : [...forms.values()].flatMap((own) => findLabel(rows, own) ?? [])
    const collision = labels.length < 2 ? null : countCollision(rows, labels, countContent)
    if (collision !== null) yield collision
  }
}

/** A row with the content that most members show; null if none is known. */
function findLabel(rows: Rows, members: readonly number[]): number | null {
  const known = members.filter((row) => rows.exact[row] !== NO_CONTENT || rows.hasSimhash[row] === 1)
  const [first] = groupContents(rows, known).toSorted((a, b) => b.length - a.length)
  return first?.[0] ?? null
}

/** Groups rows by equal or similar content. */
function groupContents(rows: Rows, members: readonly number[]): number[][] {
  const contents: number[][] = []
  for (const row of members) {
    const same = contents.find(([first]) => areAlike(rows, first as number, row))
    if (same !== undefined) same.push(row)
    else if (contents.length < MAX_CONTENTS) contents.push([row])
  }
  return contents
}

function areAlike({ exact, high, low, hasSimhash }: Rows, a: number, b: number): boolean {
  if (exact[a] !== NO_CONTENT && exact[a] === exact[b]) return true
  if (hasSimhash[a] !== 1 || hasSimhash[b] !== 1) return false
  return areNear((high[a] as number) ^ (high[b] as number), (low[a] as number) ^ (low[b] as number))
}

/** As in a sample: the share of pairs that agree, counted by the rarest content. */
function countCollision(
  rows: Rows,
  labels: readonly number[],
  countContent: (content: number) => number,
): Count & { readonly page: number } {
  const contents = groupContents(rows, labels)
  const pairs = contents.reduce((sum, { length }) => sum + length * (length - 1), 0)
  const trials = Math.max(1, contents.length - 1)
  const names = contents.map(([row = 0]) => toContentNumber(rows, row))
  const [cluster = 0] = names.length < 2 ? names : names.toSorted((a, b) => countContent(a) - countContent(b) || a - b)
  return { page: cluster, trials, agreeing: (trials * pairs) / (labels.length * (labels.length - 1)) }
}

const toContentNumber = ({ exact, high, low }: Rows, row: number): number =>
  exact[row] === NO_CONTENT ? -2 - (mix(high[row] as number) ^ (low[row] as number)) : (exact[row] as number)

/** Counts pairs of fetches of the same URL. */
function countPairs(rows: Rows, { order, bounds }: Groups): Count {
  const sum = { trials: 0, agreeing: 0 }
  for (const [start, end] of bounds) {
    const members = [...order.subarray(start, end)].filter((row) => rows.exact[row] !== NO_CONTENT)
    for (const same of groupBy(members, (row) => rows.url[row]).values()) {
      if (same.length < 2) continue
      const pairs = groupContents(rows, same).reduce((all, { length }) => all + length * (length - 1), 0)
      addTo(sum, { trials: same.length - 1, agreeing: pairs / same.length })
    }
  }
  return sum
}
