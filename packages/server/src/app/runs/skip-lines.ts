import { Buffer } from 'node:buffer'
import type { ByteSource } from '@canonist/lists/internal/io/byte-source'
import type { Input } from '@canonist/lists/internal/io/input'

const NEWLINE = 10

/** The same input without its first lines. */
export function skipLines(input: Input, lines: number): Input {
  return { ...input, read: (use) => input.read((source) => use(createSkippingSource(source, lines))) }
}

function createSkippingSource(source: ByteSource, lines: number): ByteSource {
  let left = lines
  /** Bytes after the last skipped line that were read ahead. */
  let rest = Buffer.alloc(0)
  return {
    consumed: () => source.consumed(),
    async fill(target, at) {
      while (left > 0) {
        const chunk = Buffer.allocUnsafe(65_536)
        const count = await source.fill(chunk, 0)
        if (count === 0) return 0
        let start = 0
        for (; left > 0 && start < count; left -= 1) {
          const newline = chunk.subarray(0, count).indexOf(NEWLINE, start)
          if (newline < 0) break
          start = newline + 1
        }
        if (left === 0) rest = chunk.subarray(start, count)
      }
      if (rest.length === 0) return source.fill(target, at)
      const copied = rest.copy(target, at)
      rest = rest.subarray(copied)
      return copied
    },
  }
}
