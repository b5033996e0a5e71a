import type { CheckedUrl } from './gate/check-url.ts'
import type { NetFailure } from './errors.ts'

/** Names in lower case; a header that came more than once has a list. */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>

export interface ExchangeInit {
  readonly method?: 'GET' | 'HEAD' | undefined
  /** For this exchange only. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * Called when the connection is ready, right before the first byte of the request is written. If it returns false, nothing
   * is sent and the exchange fails as `refused_by_caller`. For callers whose right to send may have expired meanwhile: a
   * process may be stopped for any time, and timers are late then.
   */
  readonly mayStart?: (() => boolean) | undefined
  readonly maxBytes?: number | undefined
  /** What happens to a body over the limit: refused as `body_too_large` (the default), or cut there and marked. */
  readonly overflow?: 'refuse' | 'cut' | undefined
  readonly allowPort?: 'default' | 'any' | undefined
  readonly reservedNames?: 'refuse' | 'resolve' | undefined
}

export interface ExchangeResponse {
  readonly ok: true
  /** As requested, without the fragment. */
  readonly url: string
  readonly status: number
  readonly headers: HeaderMap
  /** Decompressed. */
  readonly body: Uint8Array
  /** Whether the body continues after the part that was read. */
  readonly isCut: boolean
  /** The length of the whole decompressed body, where it is known. */
  readonly totalBytes: number | null
  /** The checked address that was connected to. */
  readonly address: string
  /** When the certificate of the server ends, in milliseconds since 1970; only over TLS. */
  readonly certificateExpires?: number
  readonly ms: number
}

export interface ExchangeFailure extends NetFailure {
  readonly url: string
  readonly ms: number
  /** The underlying error, if there is one. */
  readonly cause?: unknown
}

export type Exchange = ExchangeResponse | ExchangeFailure

/** Makes safe exchanges: one request, one response, redirects not followed. */
export interface Exchanger {
  fetch(url: string, init?: ExchangeInit): Promise<Exchange>
  /** Checks a URL with the gate, without any request. */
  check(url: string, init?: ExchangeInit): CheckedUrl | NetFailure
  /** Aborts running exchanges and closes idle connections. */
  close(): Promise<void>
}

/** Gives every address of a host, or rejects with an Error whose `code` is a Node code such as ENOTFOUND. */
export type DnsFn = (host: string) => Promise<readonly string[]>

export type RawBody = string | Uint8Array | AsyncIterable<Uint8Array>

/** An object, or entries such as those of the platform's `Headers`. */
export type RawHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>

/** The response as a transport received it, with its body still unread. */
export interface RawResponse {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: RawBody
}

/** One exchange by the caller's own transport; redirects are not followed. */
export type FetchFn = (url: string, init: FetchFnInit) => Promise<FetchFnResponse>

export interface FetchFnInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

export interface FetchFnResponse {
  readonly status: number
  readonly headers: RawHeaders
  /** Decompressed. */
  readonly body: RawBody
  /** The URL of the response, if not the requested one. */
  readonly url?: string | undefined
}

/** Replaces the socket: receives the checked address, returns the response as it came over the wire. */
export type ExchangeFn = (request: ExchangeFnRequest) => Promise<RawResponse>

export interface ExchangeFnRequest {
  readonly url: string
  readonly address: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Milliseconds that each stage of an exchange, and the whole of it, may take. */
export interface Timeouts {
  readonly dns: number
  /** TLS included. */
  readonly connect: number
  readonly headers: number
  /** Between two pieces of the body. */
  readonly bodyGap: number
  readonly total: number
}
