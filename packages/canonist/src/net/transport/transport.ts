import type { CheckedUrl } from '../gate/check-url.ts'
import type { Target } from '../address/connect-map.ts'
import type { RawAnswer } from '../exchange.ts'
import type { Watch } from './watch.ts'

export interface TransportRequest {
  readonly url: CheckedUrl
  /** Checked, all of them, and at least one. */
  readonly targets: readonly Target[]
  readonly method: 'GET' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  readonly watch: Watch
  /** How long a body may be; a transport of ours ends answers that are far longer on the wire. */
  readonly maxBytes: number
  /** Throws where the caller no longer wants the request; called right before it is sent. */
  readonly start: () => void
}

export interface TransportAnswer extends RawAnswer {
  readonly address: string
  /** Where the answer is from, if the transport knows better. */
  readonly url?: string | undefined
  /** In milliseconds since 1970; undefined without TLS. */
  readonly certificateExpires?: number | undefined
  /** Called once, when nothing more will be read. */
  done(isWhole: boolean): void
}

/** What carries a request: sockets, or a function of the caller's. */
export interface Transport {
  /** Bodies come with their encodings undone. */
  readonly isDecoding: boolean
  send(request: TransportRequest): Promise<TransportAnswer>
  close(): Promise<void>
}
