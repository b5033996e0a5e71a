import type { CheckedUrl } from '../gate/check-url.ts'
import type { Target } from '../address/connect-map.ts'
import type { RawResponse } from '../exchange.ts'
import type { Watch } from './watch.ts'

export interface TransportRequest {
  readonly url: CheckedUrl
  /** At least one address; all of them are checked. */
  readonly targets: readonly Target[]
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  readonly watch: Watch
  /** How long a body may be; our own transport ends responses that are far longer on the wire. */
  readonly maxBytes: number
  /** Called right before the request is sent; throws if the caller no longer wants it. */
  readonly start: () => void
}

export interface TransportResponse extends RawResponse {
  readonly address: string
  /** The URL of the response, if the transport knows another than the requested one. */
  readonly url?: string | undefined
  /** In milliseconds since 1970; undefined without TLS. */
  readonly certificateExpires?: number | undefined
  /** Called once, when nothing more will be read. */
  done(isWhole: boolean): void
}

/** Carries requests: over sockets, or by the caller's own function. */
export interface Transport {
  /** Whether bodies arrive already decoded. */
  readonly isDecoding: boolean
  send(request: TransportRequest): Promise<TransportResponse>
  close(): Promise<void>
}
