import { Buffer } from 'node:buffer'
import { STORED_BYTES } from '../stored-hash.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, RawUrl } from '@canonist/core/internal/text/stages'
import { PAIR_BYTES, TEXTS_PER_URL, type PackedUrls } from './packed-urls.ts'

/** Reads single fields of packed URLs. Decoding a text costs as much as storing it, so only what is needed is decoded. */
export class UrlReader {
  readonly #ends: Uint32Array
  readonly #hashes: Uint8Array
  readonly #texts: Buffer

  constructor({ ends, hashes, texts }: PackedUrls) {
    this.#ends = ends
    this.#hashes = hashes
    this.#texts = Buffer.from(texts.buffer)
  }

  readKey(at: number): KeyBytes {
    return this.#readHash(at * PAIR_BYTES) as KeyBytes
  }

  readRawHash(at: number): Uint8Array {
    return this.#readHash(at * PAIR_BYTES + STORED_BYTES)
  }

  readRawUrl(at: number): RawUrl {
    return (this.#readText(at * TEXTS_PER_URL) ?? '') as RawUrl
  }

  readFragment(at: number): string | null {
    return this.#readText(at * TEXTS_PER_URL + 1)
  }

  /** Null if it is the raw URL, or if the URL is not the first with its key. */
  readCanonicalUrl(at: number): CanonicalUrl | null {
    return this.#readText(at * TEXTS_PER_URL + 2) as CanonicalUrl | null
  }

  /** Null if it is the canonical URL, or if the URL is not the first with its key. */
  readFetchUrl(at: number): FetchUrl | null {
    return this.#readText(at * TEXTS_PER_URL + 3) as FetchUrl | null
  }

  #readHash(start: number): Uint8Array {
    return this.#hashes.subarray(start, start + STORED_BYTES)
  }

  #readText(index: number): string | null {
    const start = index === 0 ? 0 : (this.#ends[index - 1] ?? 0)
    const end = this.#ends[index] ?? start
    return end === start ? null : this.#texts.toString('utf8', start, end)
  }
}
