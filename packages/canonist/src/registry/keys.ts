import { Buffer } from 'node:buffer'
import { hashUrl } from '@canonist/core'
import type { CanonicalUrl, KeyBytes, KeyHex, KeyText } from '../text/stages.ts'
import { hashShort, STORED_BYTES, toHashBytes } from './stored-hash.ts'

/** The key of a page, in the form that maps and sorts compare. */
export function hashKey(url: CanonicalUrl): KeyText {
  return hashShort(url) as KeyText
}

/** The key of a page as people and other programs get it. All of it follows from the URL; a database keeps half. */
export function hashKeyHex(url: CanonicalUrl): KeyHex {
  return hashUrl(url) as KeyHex
}

/** As a column keeps it. */
export function toKeyBytes(key: KeyText): KeyBytes {
  return toHashBytes(key) as Uint8Array as KeyBytes
}

/** What a column keeps of 64 hex digits. */
export function cutKeyHex(key: KeyHex): KeyBytes {
  return Buffer.from(key, 'hex').subarray(0, STORED_BYTES) as Uint8Array as KeyBytes
}

/** From the form that a column keeps. */
export function toKeyText(bytes: KeyBytes): KeyText {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') as KeyText
}

/** As `selectJsonRows` and `selectJsonBytes` read it. */
export function toStoredHex(key: KeyText): string {
  return Buffer.from(key, 'latin1').toString('hex')
}

const KEY_HEX = /^[0-9a-f]{64}$/i

/** Null for what is not a key. */
export function readKeyHex(text: string): KeyHex | null {
  return KEY_HEX.test(text) ? (text.toLowerCase() as KeyHex) : null
}
