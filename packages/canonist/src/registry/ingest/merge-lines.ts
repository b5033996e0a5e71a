import { Buffer } from 'node:buffer'
import { createNormalizer, tryNormalize, type NormalizedUrl, type Policy } from '@canonist/core'
import { asKept } from '../spelling.ts'
import { hashOf, hashOrder } from '../stored-hash.ts'
import type { Line, RefusedLine } from './line.ts'

/** A spelling that was seen in a batch, however often. */
export interface SeenUrl {
  readonly rawUrl: string
  readonly rawHash: string
  readonly canonicalUrl: NormalizedUrl
  readonly key: string
  count: number
}

export interface SeenRefused extends RefusedLine {
  readonly rawHash: string
  count: number
}

/** The lines of a batch, each once, in the order of their keys: that is the order of the index they are written to. */
export interface MergedLines {
  readonly urls: readonly SeenUrl[]
  readonly refused: readonly SeenRefused[]
  /** Lines, without the empty ones. */
  readonly seen: number
  readonly rejected: number
}

export function mergeLines(lines: readonly Line[], policy: Policy): MergedLines {
  const normalize = createNormalizer(policy)
  const urls = new Map<string, SeenUrl>()
  const refused = new Map<string, SeenRefused>()
  let seen = 0
  let rejected = 0
  for (const line of lines) {
    if (line === '') continue
    seen += 1
    if (typeof line === 'string' && countUrl(urls, asKept(line), normalize)) continue
    rejected += 1
    countRefused(refused, typeof line === 'string' ? refuse(line, policy) : line)
  }
  return { urls: inOrderOfKeys([...urls.values()]), refused: [...refused.values()].toSorted(byHash), seen, rejected }
}

type Normalize = (input: string) => NormalizedUrl | null

/** False where it is no URL. */
function countUrl(urls: Map<string, SeenUrl>, rawUrl: string, normalize: Normalize): boolean {
  const known = urls.get(rawUrl)
  if (known !== undefined) {
    known.count += 1
    return true
  }
  // A NUL would end the text for many who read it.
  const canonicalUrl = rawUrl.includes('\0') ? null : normalize(rawUrl)
  if (canonicalUrl === null) return false
  const key = hashOf(canonicalUrl)
  urls.set(rawUrl, { rawUrl, rawHash: rawUrl === canonicalUrl ? key : hashOf(rawUrl), canonicalUrl, key, count: 1 })
  return true
}

function refuse(line: string, policy: Policy): RefusedLine {
  const raw = Buffer.from(line)
  const outcome = tryNormalize(line, policy)
  if (!outcome.ok) return { raw, code: outcome.code, message: outcome.message }
  return { raw, code: 'line/nul-byte', message: 'The line holds a NUL byte. Remove it.' }
}

function countRefused(all: Map<string, SeenRefused>, line: RefusedLine): void {
  const rawHash = hashOf(line.raw)
  const known = all.get(rawHash)
  if (known === undefined) all.set(rawHash, { ...line, rawHash, count: 1 })
  else known.count += 1
}

/** A number holds this many positions beside the first four bytes of a key. */
const MOST_URLS = 2 ** 21

/** Numbers are sorted in a tenth of the time; the few that begin alike are then looked at closely. */
function inOrderOfKeys(urls: readonly SeenUrl[]): SeenUrl[] {
  if (urls.length > MOST_URLS) return urls.toSorted(byKey)
  const marks = Float64Array.from(urls, ({ key }, at) => hashOrder(key) * MOST_URLS + at).toSorted()
  const sorted = Array.from(marks, (mark) => urls[mark % MOST_URLS] as SeenUrl)
  for (let start = 0, end = 0; start < marks.length; start = end) {
    end = endOfRun(marks, start)
    if (end > start + 1) sortBetween(sorted, start, end)
  }
  return sorted
}

/** Behind the last of those that begin like the one at `start`. */
function endOfRun(marks: Float64Array, start: number): number {
  const limit = (Math.floor((marks[start] ?? 0) / MOST_URLS) + 1) * MOST_URLS
  let end = start + 1
  while ((marks[end] ?? Infinity) < limit) end += 1
  return end
}

function sortBetween(urls: SeenUrl[], start: number, end: number): void {
  let at = start
  for (const url of urls.slice(start, end).toSorted(byKey)) urls[at++] = url
}

function byKey(a: SeenUrl, b: SeenUrl): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return byHash(a, b)
}

function byHash(a: { readonly rawHash: string }, b: { readonly rawHash: string }): number {
  return a.rawHash < b.rawHash ? -1 : 1
}
