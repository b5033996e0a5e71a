import type { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { ApiError } from './errors.ts'

/** Why the rest of a body cannot be read. Node itself would leave its reader waiting. */
const faults = new WeakMap<IncomingMessage, ApiError>()

const BROKEN = 'canonist-broken-body'

/** Ends a body that is not valid HTTP: its reader gets the error, now or later, and can still answer the request. */
export function breakBody(request: IncomingMessage, error: ApiError): void {
  faults.set(request, error)
  // Not the event `error`: the stream would give up its connection, and with it the response.
  request.emit(BROKEN, error)
}

/** The chunks of a body. The connection outlives them, so that the response can go out. */
export async function* readBodyChunks(request: IncomingMessage): AsyncGenerator<Buffer> {
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  try {
    for (;;) {
      const { done, value } = await unlessBroken(request, () => chunks.next())
      if (done === true) return
      yield value
    }
  } finally {
    // Not waited for: a chunk that never comes may be on its way.
    chunks.return?.().catch(() => undefined)
  }
}

function unlessBroken<T>(request: IncomingMessage, read: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fault = faults.get(request)
    if (fault !== undefined) {
      reject(fault)
      return
    }
    request.once(BROKEN, reject)
    void read()
      .then(resolve, reject)
      .finally(() => request.removeListener(BROKEN, reject))
  })
}
