import type { Policy } from '@canonist/core'
import { draftPage, type PageDraft } from '../spelling.ts'
import { storedHash } from '../stored-hash.ts'
import type { Line } from './line.ts'
import { mergeLines, type SeenRefused, type SeenUrl } from './merge-lines.ts'

/** A spelling as it is staged. */
export interface UrlRow {
  readonly rawUrl: string
  readonly rawHash: Uint8Array
  readonly key: Uint8Array
  /** The first of those with its key. */
  readonly isFirst: boolean
  readonly count: number
  /** What its page is stored with, where it is new; may be worked out only when it is asked for. */
  draft(): PageDraft
}

export interface PreparedBatch {
  /** In the order of their keys. */
  readonly urls: readonly UrlRow[]
  readonly refused: readonly SeenRefused[]
  readonly seen: number
  readonly rejected: number
}

export function prepareBatch(lines: readonly Line[], policy: Policy): PreparedBatch {
  const { urls, ...rest } = mergeLines(lines, policy)
  return { ...rest, urls: urls.map((url, at) => rowOf(url, isFirstOfKey(urls, at))) }
}

/** @param urls in the order of their keys */
export function isFirstOfKey(urls: readonly SeenUrl[], at: number): boolean {
  return at === 0 || urls[at - 1]?.key !== urls[at]?.key
}

function rowOf({ rawUrl, rawHash, canonicalUrl, key, count }: SeenUrl, isFirst: boolean): UrlRow {
  const stored = storedHash(key)
  return {
    rawUrl,
    rawHash: rawHash === key ? stored : storedHash(rawHash),
    key: stored,
    isFirst,
    count,
    draft: () => draftPage(canonicalUrl, rawUrl),
  }
}
