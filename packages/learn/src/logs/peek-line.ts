import { Buffer } from 'node:buffer'
import { createPrefixedSource, type ByteSource } from '@canonist/lists/internal/io/byte-source'
import { showsFormat } from './detect-format.ts'

/** Of a longer first line only the beginning is used. */
const HEAD_BYTES = 65_536

export interface Peeked {
  /** The first line that can show the format, or null. */
  readonly line: string | null
  /** The whole source, including the bytes that were read ahead. */
  readonly source: ByteSource
}

/** Looks at the beginning of a log; waits for no more of a pipe than it needs. */
export async function peekLine(source: ByteSource): Promise<Peeked> {
  const head = Buffer.alloc(HEAD_BYTES)
  for (let length = 0; ;) {
    const count = await source.fill(head, length)
    length += count
    const isAll = count === 0 || length === HEAD_BYTES
    const line = findFormatLine(head.toString('utf8', 0, length), isAll)
    if (line === null && !isAll) continue
    return { line, source: createPrefixedSource(head.subarray(0, length), source) }
  }
}

function findFormatLine(text: string, isAll: boolean): string | null {
  const lines = text.split(/\r?\n/)
  const whole = isAll ? lines : lines.slice(0, -1)
  return whole.find(showsFormat) ?? null
}
