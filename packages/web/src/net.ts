/** `canonist/net`: the gate, and a fetcher that goes nowhere it should not. */
export { checkUrl, type CheckedUrl, type CheckOptions } from './net/gate/check-url.ts'
export { NET_ERRORS, type NetErrorClass, type NetErrorCode, type NetFailure } from './net/errors.ts'
export type {
  ExchangeResponse,
  DnsFn,
  Exchange,
  ExchangeFailure,
  ExchangeFn,
  ExchangeFnRequest,
  ExchangeInit,
  Exchanger,
  FetchFn,
  FetchFnResponse,
  FetchFnInit,
  HeaderMap,
  RawResponse,
  RawBody,
  Timeouts,
} from './net/exchange.ts'
export { createFetcher, type Fetcher, type FetcherOptions } from './resolve/fetcher.ts'
export type { Followed, FollowFailure, FollowOptions, FollowResult, Hop } from './resolve/follow.ts'
export { createPoliteFetcher, type PoliteFetcherOptions } from './resolve/polite-fetcher.ts'
export type { FetchUrl } from '@canonist/core/internal/text/stages'
