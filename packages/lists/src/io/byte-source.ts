import { read } from 'node:fs'
import { promisify } from 'node:util'

const readFd = promisify(read)

/** Receives what a person should know of an input that could be read, as a sentence with its name. */
export type OnWarning = (warning: string) => void

/** A source of bytes that fills one buffer at a time, so that a slow reader makes the source wait. */
export interface ByteSource {
  /** Writes bytes into `target` from `at` on and returns how many; 0 at the end. */
  fill(target: Uint8Array, at: number): Promise<number>
  /** Bytes taken from the disk or the pipe so far: before decompression. */
  consumed(): number
}

/** A regular file; the caller opens and closes it. */
export function createFileSource(fd: number): ByteSource {
  let consumed = 0
  return {
    async fill(target, at) {
      const { bytesRead } = await readFd(fd, target, at, target.length - at, null)
      consumed += bytesRead
      return bytesRead
    },
    consumed: () => consumed,
  }
}

/** A pipe, a terminal, or the output of a decompressor. */
export function createStreamSource(stream: AsyncIterable<Uint8Array>, consumed?: () => number): ByteSource {
  const iterator = stream[Symbol.asyncIterator]()
  let chunk: Uint8Array | null = null
  let total = 0
  return {
    async fill(target, at) {
      while (chunk === null || chunk.length === 0) {
        const next = await iterator.next()
        if (next.done === true) return 0
        chunk = next.value
      }
      const count = copyBytes(chunk, target, at)
      chunk = chunk.subarray(count)
      total += count
      return count
    },
    consumed: consumed ?? (() => total),
  }
}

/** Copies as many bytes as there is room for; returns their number. */
function copyBytes(bytes: Uint8Array, target: Uint8Array, at: number): number {
  const count = Math.min(bytes.length, target.length - at)
  target.set(count === bytes.length ? bytes : bytes.subarray(0, count), at)
  return count
}

/** Bytes that are in memory already. */
export function createMemorySource(bytes: Uint8Array): ByteSource {
  let position = 0
  return {
    fill(target, at) {
      const count = copyBytes(bytes.subarray(position), target, at)
      position += count
      return Promise.resolve(count)
    },
    consumed: () => position,
  }
}

/** Bytes that were read ahead, then the rest of their source. */
export function createPrefixedSource(head: Uint8Array, rest: ByteSource): ByteSource {
  const first = createMemorySource(head)
  return {
    async fill(target, at) {
      const count = await first.fill(target, at)
      return count > 0 ? count : rest.fill(target, at)
    },
    consumed: () => rest.consumed(),
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The same bytes without the byte order mark that some editors put before UTF-8. */
export function skipByteOrderMark(source: ByteSource): ByteSource {
  let isStart = true
  return {
    async fill(target, at) {
      if (!isStart) return source.fill(target, at)
      isStart = false
      return fillAfterMark(source, target, at)
    },
    consumed: () => source.consumed(),
  }
}

async function fillAfterMark(source: ByteSource, target: Uint8Array, at: number): Promise<number> {
  let length = 0
  for (;;) {
    const count = await source.fill(target, at + length)
    length += count
    const isMark = BYTE_ORDER_MARK.slice(0, length).every((byte, index) => target[at + index] === byte)
    if (!isMark || count === 0) return length
    if (length < BYTE_ORDER_MARK.length) continue
    target.copyWithin(at, at + BYTE_ORDER_MARK.length, at + length)
    length -= BYTE_ORDER_MARK.length
    return length > 0 ? length : source.fill(target, at)
  }
}
