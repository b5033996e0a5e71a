import type { ExchangeFn, FetchFn, RawResponse } from '../exchange.ts'
import type { Transport, TransportRequest } from './transport.ts'

export function createExchangeFnTransport(exchangeFn: ExchangeFn): Transport {
  return createTransport(false, (request, address) => {
    const { url, method, headers, watch } = request
    return exchangeFn({ url: url.url, address, method, headers, signal: watch.signal })
  })
}

export function createFetchFnTransport(fetchFn: FetchFn): Transport {
  return createTransport(true, ({ url, method, headers, watch }) =>
    fetchFn(url.url, { method, headers: { ...headers }, signal: watch.signal }),
  )
}

type Call = (request: TransportRequest, address: string) => Promise<RawResponse & { readonly url?: string | undefined }>

function createTransport(isDecoding: boolean, call: Call): Transport {
  return {
    isDecoding,
    async send(request) {
      // One stage for both: where connecting ends and waiting for headers begins, only the function knows.
      request.watch.enter('headers')
      const address = request.targets[0]?.address ?? ''
      request.start()
      const { status, headers, body, url } = await call(request, address)
      // The platform's fetch has no body where there is none to read.
      return { status, headers, body: body ?? '', url, address, done: () => undefined }
    },
    close: () => Promise.resolve(),
  }
}
