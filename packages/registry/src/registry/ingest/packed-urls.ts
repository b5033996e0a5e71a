import { Buffer } from 'node:buffer'
import type { LinkType } from '@canonist/core'
import { hashKey } from '../keys.ts'
import { readFragment, classifyPage } from '../spelling.ts'
import { hashShort, STORED_BYTES } from '../stored-hash.ts'
import type { SeenUrl } from './merge-lines.ts'
import { PackedTexts } from './packed-texts.ts'
import { isSpelledAlike } from '@canonist/core/internal/text/stages'

/**
 * The URLs of a batch as columns of bytes, in the order in which they first occurred. Copying a hundred thousand objects to another thread
 * takes longer than creating them, and bytes are outside the heap.
 */
export interface PackedUrls {
  readonly counts: Uint32Array<ArrayBuffer>
  /** The index of the first URL with the same key. */
  readonly firsts: Uint32Array<ArrayBuffer>
  /** Key and raw hash of each URL, one after the other. */
  readonly hashes: Uint8Array<ArrayBuffer>
  /** Four texts of each URL: raw URL, fragment, canonical URL, fetch URL. Empty means none. */
  readonly texts: Uint8Array<ArrayBuffer>
  /** The end of each text. */
  readonly ends: Uint32Array<ArrayBuffer>
  readonly linkTypes: Uint8Array<ArrayBuffer>
  /** 1 if the fetch URL is the canonical URL itself. */
  readonly clean: Uint8Array<ArrayBuffer>
  /** The index in `hosts`; `NOT_FIRST` if the URL is not the first with its key. */
  readonly hostNumbers: Uint32Array<ArrayBuffer>
  readonly hosts: readonly string[]
}

export const LINK_TYPES: readonly LinkType[] = ['homepage', 'section', 'informative']
export const NOT_FIRST = 2 ** 32 - 1
export const PAIR_BYTES = 2 * STORED_BYTES
export const TEXTS_PER_URL = 4

export function packUrls(urls: readonly SeenUrl[]): PackedUrls {
  const hosts = new Map<string, number>()
  const texts = new PackedTexts(urls.length * TEXTS_PER_URL)
  const linkTypes = new Uint8Array(urls.length)
  const clean = new Uint8Array(urls.length)
  const hostNumbers = new Uint32Array(urls.length).fill(NOT_FIRST)
  for (const [at, { rawUrl, canonicalUrl, page }] of urls.entries()) {
    texts.add(rawUrl)
    texts.add(readFragment(rawUrl))
    texts.add(page === null || isSpelledAlike(canonicalUrl, rawUrl) ? null : canonicalUrl)
    texts.add(page === null || isSpelledAlike(page.fetchUrl, canonicalUrl) ? null : page.fetchUrl)
    if (page === null) continue
    const { host, linkType } = classifyPage(canonicalUrl)
    linkTypes[at] = LINK_TYPES.indexOf(linkType)
    clean[at] = page.isClean ? 1 : 0
    hostNumbers[at] = numberHost(hosts, host)
  }
  const counts = Uint32Array.from(urls, ({ count }) => count)
  const firsts = Uint32Array.from(urls, ({ first }) => first)
  const hashes = packHashes(urls)
  return { counts, firsts, hashes, ...texts.finish(), linkTypes, clean, hostNumbers, hosts: [...hosts.keys()] }
}

function numberHost(hosts: Map<string, number>, host: string): number {
  const known = hosts.get(host)
  if (known !== undefined) return known
  hosts.set(host, hosts.size)
  return hosts.size - 1
}

/** Hashes only what differs: spellings of one page share its key, and most URLs are spelled like their canonical URL. */
function packHashes(urls: readonly SeenUrl[]): Uint8Array<ArrayBuffer> {
  const hashes = Buffer.alloc(urls.length * PAIR_BYTES)
  for (const [at, { rawUrl, canonicalUrl, first }] of urls.entries()) {
    const start = at * PAIR_BYTES
    const key = first * PAIR_BYTES
    if (first === at) hashes.write(hashKey(canonicalUrl), start, STORED_BYTES, 'latin1')
    else hashes.copyWithin(start, key, key + STORED_BYTES)
    if (isSpelledAlike(rawUrl, canonicalUrl)) hashes.copyWithin(start + STORED_BYTES, start, start + STORED_BYTES)
    else hashes.write(hashShort(rawUrl), start + STORED_BYTES, STORED_BYTES, 'latin1')
  }
  return new Uint8Array(hashes.buffer)
}

/** Lists the buffers that can be transferred to another thread instead of copied. */
export function listBuffers(urls: PackedUrls): ArrayBuffer[] {
  const { counts, firsts, hashes, texts, ends, linkTypes, clean, hostNumbers } = urls
  return [counts, firsts, hashes, texts, ends, linkTypes, clean, hostNumbers].map(({ buffer }) => buffer)
}

/** Frees the memory at once: it is outside the heap, so the garbage collector has little reason to run. */
export function freeUrls(urls: PackedUrls): void {
  for (const buffer of listBuffers(urls)) buffer.transfer(0)
}
