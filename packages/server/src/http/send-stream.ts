import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ApiContext } from './api-env.ts'
import type { RequestLife } from './request-life.ts'

export interface StreamOptions {
  readonly type: string
  /** Aborted, it ends the response where it is. */
  readonly life: RequestLife
  /** Called once at the end, with the error where there was one: the status has been sent long before. */
  readonly onEnd: (error?: unknown) => void
}

/**
 * Sends a response piece by piece, as fast as the client reads; the next piece is made when the client has taken the last one.
 *
 * It writes to Node's stream. A web stream in between would cost time for each piece, and could not be ended while its client
 * does not read: a server that stops would wait for that client.
 */
export function sendStream(c: ApiContext, pieces: AsyncIterable<Uint8Array>, options: StreamOptions): Response {
  const { outgoing } = c.env
  const head = c.body(null, 200, { 'content-type': options.type })
  // A response to HEAD ends with its headers.
  if (c.req.method === 'HEAD') {
    options.onEnd()
    return head
  }
  outgoing.writeHead(head.status, Object.fromEntries(head.headers))
  outgoing.flushHeaders()
  void pump(c, pieces, options)
  return RESPONSE_ALREADY_SENT
}

async function pump(
  { env: { outgoing } }: ApiContext,
  pieces: AsyncIterable<Uint8Array>,
  { life, onEnd }: StreamOptions,
): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await life.race(iterator.next())
      if (done === true) break
      if (!outgoing.write(value)) await life.race(once(outgoing, 'drain'))
      life.extend()
    }
    outgoing.end()
    onEnd()
  } catch (error) {
    // Without the end of the chunked body, the client knows that something is missing.
    outgoing.destroy()
    onEnd(error)
    // Not waited for: the producer may be in the middle of its last piece.
    iterator.return?.().catch(() => undefined)
  }
}
