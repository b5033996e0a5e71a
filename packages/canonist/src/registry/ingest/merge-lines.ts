import { Buffer } from 'node:buffer'
import { createNormalizer, tryNormalize, type NormalizedUrl, type Policy } from '@canonist/core'
import { hashOf, hashOrder } from '../stored-hash.ts'
import type { Line, RefusedLine } from './line.ts'

/** A spelling that was seen in a batch, however often. */
export interface SeenUrl {
  /** Where it was seen first in the batch. */
  readonly index: number
  readonly rawUrl: string
  readonly rawHash: string
  readonly canonicalUrl: NormalizedUrl
  readonly key: string
  readonly order: number
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
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    seen += 1
    if (typeof line === 'string' && countUrl(urls, asKept(line), index, normalize)) continue
    rejected += 1
    countRefused(refused, typeof line === 'string' ? refuse(line, policy) : line)
  }
  return { urls: [...urls.values()].toSorted(byKey), refused: [...refused.values()].toSorted(byHash), seen, rejected }
}

const LONE_SURROGATE = /\p{Surrogate}/gu

/** A line as a database keeps it: half a surrogate pair is U+FFFD, as the normalizer reads it. */
export function asKept(line: string): string {
  return line.replace(LONE_SURROGATE, '\ufffd')
}

type Normalize = (input: string) => NormalizedUrl | null

/** False where it is no URL. */
function countUrl(urls: Map<string, SeenUrl>, rawUrl: string, index: number, normalize: Normalize): boolean {
  const known = urls.get(rawUrl)
  if (known !== undefined) {
    known.count += 1
    return true
  }
  // A NUL would end the text for many who read it.
  const canonicalUrl = rawUrl.includes('\0') ? null : normalize(rawUrl)
  if (canonicalUrl === null) return false
  const key = hashOf(canonicalUrl)
  const rawHash = rawUrl === canonicalUrl ? key : hashOf(rawUrl)
  urls.set(rawUrl, { index, rawUrl, rawHash, canonicalUrl, key, order: hashOrder(key), count: 1 })
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

function byKey(a: SeenUrl, b: SeenUrl): number {
  if (a.order !== b.order) return a.order - b.order
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return byHash(a, b)
}

function byHash(a: { readonly rawHash: string }, b: { readonly rawHash: string }): number {
  return a.rawHash < b.rawHash ? -1 : 1
}
