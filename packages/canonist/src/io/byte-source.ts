import { read } from 'node:fs'
import { promisify } from 'node:util'

const readFd = promisify(read)

/** Bytes from somewhere, asked for one buffer at a time: who reads slowly makes the source wait. */
export interface ByteSource {
  /** Puts bytes into `target` from `at` on and tells how many; 0 is the end. */
  fill(target: Buffer, at: number): Promise<number>
  /** Bytes taken from the disk or the pipe so far: before decompression. */
  consumed(): number
}

/** A regular file; the caller opens and closes it. */
export function fileSource(fd: number): ByteSource {
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

/** A pipe, a terminal, or what a decompressor gives. */
export function streamSource(stream: AsyncIterable<Buffer>, consumed?: () => number): ByteSource {
  const iterator = stream[Symbol.asyncIterator]()
  let chunk: Buffer | null = null
  let total = 0
  return {
    async fill(target, at) {
      while (chunk === null || chunk.length === 0) {
        const next = await iterator.next()
        if (next.done === true) return 0
        chunk = next.value
      }
      const count = chunk.copy(target, at)
      chunk = chunk.subarray(count)
      total += count
      return count
    },
    consumed: consumed ?? (() => total),
  }
}

/** Bytes that are in memory already. */
export function memorySource(bytes: Buffer): ByteSource {
  let position = 0
  return {
    fill(target, at) {
      const count = bytes.copy(target, at, position)
      position += count
      return Promise.resolve(count)
    },
    consumed: () => position,
  }
}

/** Bytes that were read to look at them, then the rest of their source. */
export function prefixedSource(head: Buffer, rest: ByteSource): ByteSource {
  const first = memorySource(head)
  return {
    async fill(target, at) {
      const count = await first.fill(target, at)
      return count > 0 ? count : rest.fill(target, at)
    },
    consumed: () => rest.consumed(),
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The same bytes without the mark that some editors put before UTF-8. */
export function withoutMark(source: ByteSource): ByteSource {
  let isStart = true
  return {
    async fill(target, at) {
      if (!isStart) return source.fill(target, at)
      isStart = false
      return fillWithoutMark(source, target, at)
    },
    consumed: () => source.consumed(),
  }
}

async function fillWithoutMark(source: ByteSource, target: Buffer, at: number): Promise<number> {
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
