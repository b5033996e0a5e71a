import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { createStreamSource, skipByteOrderMark } from '../io/byte-source.ts'
import type { Input } from '../io/input.ts'
import type { RequestLife } from './request-life.ts'

/** The lines of a body. Whoever reads slowly makes the client wait. */
export function bodyLines(request: IncomingMessage, life: RequestLife): Input {
  const source = skipByteOrderMark(createStreamSource(readChunks(request, life)))
  return { name: 'the body', size: null, isRepeatable: false, read: (use) => use(source) }
}

export async function* readChunks(request: IncomingMessage, life: RequestLife): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  for (;;) {
    const { done, value } = await life.race(chunks.next())
    if (done === true) return
    life.extend()
    yield value
  }
}

export interface LineStreamOptions {
  readonly life: RequestLife
  /** Hears the end, with an error where there was one: the status has been sent long before. */
  readonly onEnd: (error?: unknown) => void
}

/** Items as lines. The next ones are made when the client has taken the last, and no more when it hangs up. */
export function toLineStream(
  batches: AsyncIterable<readonly unknown[]>,
  { life, onEnd }: LineStreamOptions,
): ReadableStream<Uint8Array> {
  const iterator = batches[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await nextLines(iterator, life)
          if (next !== null) return controller.enqueue(next)
          controller.close()
          onEnd()
        } catch (error) {
          onEnd(error)
          // Without the end of the chunked body, the client knows that something is missing.
          controller.error(error)
        }
      },
      async cancel() {
        onEnd()
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

async function nextLines(iterator: AsyncIterator<readonly unknown[]>, life: RequestLife): Promise<Buffer | null> {
  for (;;) {
    const { done, value } = await life.race(iterator.next())
    if (done === true) return null
    life.extend()
    if (value.length > 0) return Buffer.from(value.map((item) => `${JSON.stringify(item)}\n`).join(''))
  }
}
