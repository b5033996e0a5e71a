import type { LinkType, Policy } from '@canonist/core'
import { draftPage } from '../spelling.ts'
import { STORED_BYTES, storedHash } from '../stored-hash.ts'
import type { Line } from './line.ts'
import { asKept, mergeLines, type SeenRefused, type SeenUrl } from './merge-lines.ts'
import { isFirstOfKey, type PreparedBatch, type UrlRow } from './prepare-batch.ts'

/**
 * A prepared batch on its way to the thread that asked for it, and that still has the lines. In columns: a hundred
 * thousand objects take longer to copy than to make. What is null is the same as in the column before it.
 */
export interface PackedBatch {
  readonly refused: readonly SeenRefused[]
  readonly seen: number
  readonly rejected: number
  /** Which lines the URLs are. */
  readonly lines: Uint32Array<ArrayBuffer>
  readonly counts: Uint32Array<ArrayBuffer>
  /** Key and hash of the raw URL, one behind the other. */
  readonly hashes: Uint8Array<ArrayBuffer>
  /** Only for the first URL of a key, as all that follows. */
  readonly canonicalUrls: readonly (string | null)[]
  readonly fetchUrls: readonly (string | null)[]
  /** Null where the URL is not the first of its key. */
  readonly hosts: readonly (string | null)[]
  readonly linkTypes: readonly (LinkType | null)[]
}

const PAIR_BYTES = 2 * STORED_BYTES

export function packBatch(lines: readonly Line[], policy: Policy): PackedBatch {
  const { urls, ...rest } = mergeLines(lines, policy)
  const drafts = urls.map((url, at) => (isFirstOfKey(urls, at) ? draftPage(url.canonicalUrl, url.rawUrl) : null))
  return {
    ...rest,
    lines: Uint32Array.from(urls, ({ index }) => index),
    counts: Uint32Array.from(urls, ({ count }) => count),
    hashes: packHashes(urls),
    canonicalUrls: urls.map(({ canonicalUrl, rawUrl }, at) =>
      drafts[at] === null || canonicalUrl === rawUrl ? null : canonicalUrl,
    ),
    fetchUrls: drafts.map((draft) => (draft === null || draft.fetchUrl === draft.canonicalUrl ? null : draft.fetchUrl)),
    hosts: drafts.map((draft) => draft?.host ?? null),
    linkTypes: drafts.map((draft) => draft?.linkType ?? null),
  }
}

function packHashes(urls: readonly SeenUrl[]): Uint8Array<ArrayBuffer> {
  const hashes = new Uint8Array(urls.length * PAIR_BYTES)
  for (const [at, { key, rawHash }] of urls.entries()) {
    hashes.set(storedHash(key), at * PAIR_BYTES)
    hashes.set(storedHash(rawHash), at * PAIR_BYTES + STORED_BYTES)
  }
  return hashes
}

/** @param lines those that the batch was made of */
export function unpackBatch(packed: PackedBatch, lines: readonly Line[]): PreparedBatch {
  const { refused, seen, rejected } = packed
  return { refused, seen, rejected, urls: Array.from(packed.lines, (index, at) => rowAt(packed, at, lines[index])) }
}

function rowAt(packed: PackedBatch, at: number, line: Line | undefined): UrlRow {
  const rawUrl = typeof line === 'string' ? asKept(line) : ''
  const { hashes, counts, hosts } = packed
  const start = at * PAIR_BYTES
  return {
    rawUrl,
    key: hashes.subarray(start, start + STORED_BYTES),
    rawHash: hashes.subarray(start + STORED_BYTES, start + PAIR_BYTES),
    isFirst: hosts[at] !== null,
    count: counts[at] ?? 0,
    draft: () => {
      const canonicalUrl = packed.canonicalUrls[at] ?? rawUrl
      const fetchUrl = packed.fetchUrls[at] ?? canonicalUrl
      return { canonicalUrl, fetchUrl, host: hosts[at] ?? '', linkType: packed.linkTypes[at] ?? 'informative' }
    },
  }
}
