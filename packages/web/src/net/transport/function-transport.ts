import type { ExchangeFn, FetchFn, RawResponse } from '../exchange.ts'
import { toNetErrorCode } from './failure-codes.ts'
import { Stop } from './stop.ts'
import type { Transport, TransportRequest } from './transport.ts'

export function createExchangeFnTransport(exchangeFn: ExchangeFn): Transport {
  return createTransport('exchangeFn', false, (request, address) => {
    const { url, method, headers, watch } = request
    return exchangeFn({ url: url.url, address, method, headers, signal: watch.signal })
  })
}

export function createFetchFnTransport(fetchFn: FetchFn): Transport {
  return createTransport('fetchFn', true, ({ url, method, headers, watch }) =>
    fetchFn(url.url, { method, headers: { ...headers }, signal: watch.signal }),
  )
}

type Call = (request: TransportRequest, address: string) => Promise<RawResponse & { readonly url?: string | undefined }>

function createTransport(name: string, isDecoding: boolean, call: Call): Transport {
  return {
    isDecoding,
    async send(request) {
      // One stage for both: where connecting ends and waiting for headers begins, only the function knows.
      request.watch.enter('headers')
      const address = request.targets[0]?.address ?? ''
      request.start()
      const { status, headers, body, url } = await callOrName(name, () => call(request, address))
      // The platform's fetch has no body where there is none to read.
      return { status, headers, body: body ?? '', url, address, done: () => undefined }
    },
    close: () => Promise.resolve(),
  }
}

/** An error that says nothing about the network may be a defect of the function: the message must name it, not only the server. */
async function callOrName<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stop || toNetErrorCode(error, 'headers') !== 'protocol_error') throw error
    throw new Stop('protocol_error', `${name} threw: ${error instanceof Error ? error.message : String(error)}`, error)
  }
}
