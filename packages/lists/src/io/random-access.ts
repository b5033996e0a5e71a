import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { createReadError } from './errors.ts'

/** A file of which any part can be read. */
export interface RandomAccess {
  /** What it is called in messages. */
  readonly name: string
  readonly size: number
  /** The bytes between two places, in memory of their own; fewer at the end of the file. */
  read(start: number, end: number): Promise<Uint8Array>
  /** Fills `target` with the bytes from a place on; returns how many, which are fewer at the end of the file. */
  fill(target: Uint8Array, start: number): Promise<number>
}

/** Opens a file for as long as `use` takes. */
export async function withRandomAccess<T>(
  path: string,
  name: string,
  use: (file: RandomAccess) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r').catch((error: unknown) => Promise.reject(createReadError(name, error)))
  try {
    const { size } = await handle.stat()
    const fill: RandomAccess['fill'] = async (target, start) => {
      for (let length = 0; length < target.length;) {
        const { bytesRead } = await handle.read(target, length, target.length - length, start + length)
        if (bytesRead === 0) return length
        length += bytesRead
      }
      return target.length
    }
    const read: RandomAccess['read'] = async (start, end) => {
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end, size) - start))
      return bytes.subarray(0, await fill(bytes, start))
    }
    return await use({ name, size, read, fill })
  } finally {
    await handle.close()
  }
}
