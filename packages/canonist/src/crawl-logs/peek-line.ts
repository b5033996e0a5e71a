import { Buffer } from 'node:buffer'
import { prefixedSource, type ByteSource } from '../io/byte-source.ts'
import { isTelling } from './detect-format.ts'

/** A first line that is longer than this is told by its beginning. */
const HEAD_BYTES = 65_536

export interface Peeked {
  /** The first line that tells the format, or null where there is none. */
  readonly line: string | null
  /** All of it, as if nobody had looked. */
  readonly source: ByteSource
}

/** Looks at the beginning of a log; waits for no more of a pipe than it needs. */
export async function peekLine(source: ByteSource): Promise<Peeked> {
  const head = Buffer.alloc(HEAD_BYTES)
  for (let length = 0; ;) {
    const count = await source.fill(head, length)
    length += count
    const isAll = count === 0 || length === HEAD_BYTES
    const line = tellingLine(head.toString('utf8', 0, length), isAll)
    if (line === null && !isAll) continue
    return { line, source: prefixedSource(head.subarray(0, length), source) }
  }
}

function tellingLine(text: string, isAll: boolean): string | null {
  const lines = text.split(/\r?\n/)
  const whole = isAll ? lines : lines.slice(0, -1)
  return whole.find(isTelling) ?? null
}
