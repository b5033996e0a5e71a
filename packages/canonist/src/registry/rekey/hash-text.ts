import { Buffer } from 'node:buffer'

/** The bytes of a stored hash in the form that maps can compare. */
export function hashText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
