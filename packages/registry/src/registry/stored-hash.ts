import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'

/** Half of a SHA-256 makes the index half as large, and a collision is still practically impossible. */
export const STORED_BYTES = 16

/**
 * Computes the SHA-256 of a text in UTF-8 as a string of one character per byte. Such strings compare like their bytes, and are many times
 * cheaper than byte arrays in maps and sorts.
 */
export function hashContent(content: string | Uint8Array): string {
  return hash('sha256', content, 'binary')
}

/** Computes the part of the hash that is stored. */
export function hashShort(content: string | Uint8Array): string {
  return hashContent(content).slice(0, STORED_BYTES)
}

/** Converts a hash, whole or short, to the bytes that a column stores. */
export function toHashBytes(hash: string): Buffer {
  const bytes = Buffer.allocUnsafe(STORED_BYTES)
  bytes.write(hash, 0, STORED_BYTES, 'latin1')
  return bytes
}
