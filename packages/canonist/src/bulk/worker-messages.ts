import type { Tally } from '../io/line-outcome.ts'

/** A block on its way to a worker; both buffers change hands. */
export interface BlockMessage {
  readonly input: ArrayBuffer
  readonly length: number
  readonly output: ArrayBuffer
}

/** A block on its way back, with both buffers. */
export interface ResultMessage {
  readonly input: ArrayBuffer
  readonly output: ArrayBuffer
  readonly length: number
  readonly tally: Tally
}

/** `ready` comes once, when the worker has loaded what it needs. */
export type FromWorker = 'ready' | ResultMessage
