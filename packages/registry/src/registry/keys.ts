import { Buffer } from 'node:buffer'
import { hashUrl } from '@canonist/core'
import type { CanonicalUrl, KeyBytes, KeyHex, KeyText } from '@canonist/core/internal/text/stages'
import { hashShort, STORED_BYTES, toHashBytes } from './stored-hash.ts'

/** Computes the key of a page, in the form that maps and sorts compare. */
export function hashKey(url: CanonicalUrl): KeyText {
  return hashShort(url) as KeyText
}

/** Computes the whole key of a page, as shown to people and other programs. The database stores half of it. */
export function hashKeyHex(url: CanonicalUrl): KeyHex {
  return hashUrl(url) as KeyHex
}

/** Converts a key to the bytes that a column stores. */
export function toKeyBytes(key: KeyText): KeyBytes {
  return toHashBytes(key) as Uint8Array as KeyBytes
}

/** Converts 64 hex digits to the bytes that a column stores. */
export function cutKeyHex(key: KeyHex): KeyBytes {
  return Buffer.from(key, 'hex').subarray(0, STORED_BYTES) as Uint8Array as KeyBytes
}

/** Converts the bytes of a column to a key. */
export function toKeyText(bytes: KeyBytes): KeyText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') as KeyText
}

/** Formats a key for `selectJsonRows` and `selectJsonBytes`. */
export function toStoredHex(key: KeyText): string {
  return Buffer.from(key, 'latin1').toString('hex')
}

const KEY_HEX = /^[0-9a-f]{64}$/i

/** Null if the text is not a key. */
export function readKeyHex(text: string): KeyHex | null {
  return KEY_HEX.test(text) ? (text.toLowerCase() as KeyHex) : null
}
