import type { BadRow } from '../io/bad-row.ts'
import type { Tally } from '../io/line-outcome.ts'

/** A block for a worker; both buffers are transferred. */
export interface BlockMessage {
  readonly input: ArrayBuffer
  readonly length: number
  readonly bad: readonly BadRow[] | undefined
  readonly output: ArrayBuffer
}

/** The result of a block, with both buffers. */
export interface ResultMessage {
  readonly input: ArrayBuffer
  readonly output: ArrayBuffer
  readonly length: number
  readonly tally: Tally
}

/** `ready` comes once, when the worker has loaded what it needs. */
export type FromWorker = 'ready' | ResultMessage
