import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'

/** An index over half of a SHA-256 is half as large, and no two URLs will ever share it. */
export const STORED_BYTES = 16

/**
 * The SHA-256 of a text in UTF-8, each byte as the character of its number: such strings are compared as their bytes are,
 * and are many times cheaper than bytes in a map or a sort.
 */
export function hashContent(content: string | Uint8Array): string {
  return hash('sha256', content, 'binary')
}

/** As much of it as is stored. */
export function hashShort(content: string | Uint8Array): string {
  return hashContent(content).slice(0, STORED_BYTES)
}

/** What a column holds of a hash, whole or short. */
export function toHashBytes(hash: string): Buffer {
  const bytes = Buffer.allocUnsafe(STORED_BYTES)
  bytes.write(hash, 0, STORED_BYTES, 'latin1')
  return bytes
}
