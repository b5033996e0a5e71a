import { Buffer } from 'node:buffer'
import { createNormalizer, tryNormalize, type NormalizedUrl, type Policy } from '@canonist/core'
import { hashOf, hashOrder } from '../stored-hash.ts'
import type { Line, RefusedLine } from './line.ts'

/** A spelling that was seen in a batch, however often. */
export interface SeenUrl {
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
  for (const line of lines) {
    if (line === '') continue
    seen += 1
    const known = typeof line === 'string' ? urls.get(line) : undefined
    if (known !== undefined) {
      known.count += 1
      continue
    }
    const url = typeof line === 'string' ? readUrl(line, normalize) : null
    if (url !== null) urls.set(url.rawUrl, url)
    else {
      rejected += 1
      countRefused(refused, typeof line === 'string' ? refuse(line, policy) : line)
    }
  }
  return { urls: [...urls.values()].toSorted(byKey), refused: [...refused.values()].toSorted(byHash), seen, rejected }
}

const LONE_SURROGATE = /\p{Surrogate}/gu

function readUrl(line: string, normalize: (input: string) => NormalizedUrl | null): SeenUrl | null {
  // PostgreSQL keeps no NUL in its text, and no database half a surrogate pair, which the normalizer reads as U+FFFD.
  if (line.includes('\0')) return null
  const rawUrl = line.replace(LONE_SURROGATE, '\ufffd')
  const canonicalUrl = normalize(rawUrl)
  if (canonicalUrl === null) return null
  const key = hashOf(canonicalUrl)
  const rawHash = rawUrl === canonicalUrl ? key : hashOf(rawUrl)
  return { rawUrl, rawHash, canonicalUrl, key, order: hashOrder(key), count: 1 }
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
