import { Buffer } from 'node:buffer'

/** The same bytes with the methods of Buffer. Interfaces that users see speak of Uint8Array, so that they need no types of Node. */
export function viewBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
