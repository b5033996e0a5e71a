import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { createStreamSource, skipByteOrderMark } from '@canonist/lists/internal/io/byte-source'
import type { Input } from '@canonist/lists/internal/io/input'
import { readBodyChunks } from './read-body.ts'
import type { RequestLife } from './request-life.ts'

/** The lines of a body. A slow reader makes the client wait. */
export function openBodyLines(request: IncomingMessage, life: RequestLife): Input {
  const source = skipByteOrderMark(createStreamSource(readChunks(request, life)))
  const read: Input['read'] = (use) => use(source)
  const readBinary: Input['readBinary'] = (use) => use(source, new Uint8Array())
  return { name: 'the body', size: null, isRepeatable: false, path: null, read, readBinary, readRaw: read }
}

export async function* readChunks(request: IncomingMessage, life: RequestLife): AsyncGenerator<Buffer> {
  const chunks = readBodyChunks(request)
  for (;;) {
    const { done, value } = await life.race(chunks.next())
    if (done === true) return
    life.extend()
    yield value
  }
}

/** V8 takes the memory for longer texts from the system, and gives it back each time. */
const PIECE_LENGTH = 60_000

/**
 * Items as lines, many at once.
 *
 * @param format writes an item as JSON in ASCII
 */
export async function* toLines(
  batches: AsyncIterable<readonly unknown[]>,
  format: (item: unknown) => string,
): AsyncGenerator<Buffer> {
  for await (const items of batches) {
    let text = ''
    for (const item of items) {
      text += `${format(item)}\n`
      if (text.length < PIECE_LENGTH) continue
      yield Buffer.from(text, 'latin1')
      text = ''
    }
    if (text !== '') yield Buffer.from(text, 'latin1')
  }
}
