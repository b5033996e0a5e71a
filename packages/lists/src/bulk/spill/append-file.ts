import { Buffer } from 'node:buffer'
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { createReadError, createWriteFailure } from '../../io/errors.ts'

/**
 * A temporary file that is only appended to, through a buffer. All calls are synchronous, because they happen while a block is processed,
 * and the next block must not overtake them.
 */
export class AppendFile {
  readonly path: string
  readonly #fd: number
  readonly #buffer: Buffer
  readonly #hint: string
  #buffered = 0
  #written: number

  /**
   * @param length everything after this, from an interrupted run, is removed
   * @param hint what the user can do if the disk is full
   */
  constructor(path: string, { length = 0, bufferBytes = 65_536, hint = '' } = {}) {
    this.path = path
    this.#hint = hint
    this.#buffer = Buffer.allocUnsafeSlow(bufferBytes)
    this.#fd = this.#attempt(() => openSync(path, length === 0 ? 'w' : 'r+', 0o600))
    if (length > 0) this.#attempt(() => ftruncateSync(this.#fd, length))
    this.#written = length
  }

  /** The length including the buffer. */
  get length(): number {
    return this.#written + this.#buffered
  }

  append(bytes: Uint8Array): void {
    if (this.#buffered + bytes.length > this.#buffer.length) this.flush()
    if (bytes.length >= this.#buffer.length) return this.#write(bytes)
    this.#buffer.set(bytes, this.#buffered)
    this.#buffered += bytes.length
  }

  flush(): void {
    if (this.#buffered > 0) this.#write(this.#buffer.subarray(0, this.#buffered))
    this.#buffered = 0
  }

  /** The length of the file, without the buffer. */
  close(): void {
    closeSync(this.#fd)
  }

  #write(bytes: Uint8Array): void {
    this.#attempt(() => {
      // On a disk that is nearly full, only a part may be written.
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.#fd, bytes, done, bytes.length - done, this.#written + done)
      }
    })
    this.#written += bytes.length
  }

  #attempt<T>(use: () => T): T {
    try {
      return use()
    } catch (error) {
      throw createWriteFailure(`cannot write the temporary file ${this.path}`, error, this.#hint || undefined)
    }
  }
}

/** Reads a file from its beginning, in pieces of up to `chunkBytes`. The memory of a piece is reused for the next. */
export function readChunks(path: string, chunkBytes: number): Generator<Buffer> {
  return readInto(path, Buffer.allocUnsafeSlow(chunkBytes))
}

/** The same in memory of the caller, who reads many files: V8 does not see how much memory their buffers take, and would let it pile up. */
export function* readInto(path: string, chunk: Buffer): Generator<Buffer> {
  const fd = attemptRead(path, () => openSync(path, 'r'))
  try {
    for (;;) {
      const length = fillChunk(path, fd, chunk)
      if (length > 0) yield chunk.subarray(0, length)
      if (length < chunk.length) return
    }
  } finally {
    closeSync(fd)
  }
}

function fillChunk(path: string, fd: number, chunk: Buffer): number {
  let length = 0
  while (length < chunk.length) {
    const count = attemptRead(path, () => readSync(fd, chunk, length, chunk.length - length, null))
    if (count === 0) break
    length += count
  }
  return length
}

function attemptRead<T>(path: string, use: () => T): T {
  try {
    return use()
  } catch (error) {
    throw createReadError(path, error)
  }
}
