import type { Block } from '../io/line-blocks.ts'
import type { Tally } from '../io/line-outcome.ts'

/** What a block became. */
export interface BlockResult {
  /** The memory that was given, or a larger one where that was too small. */
  readonly output: Buffer
  readonly length: number
  readonly tally: Tally
}

/** Turns a block of lines into a block of output, in `memory` where it fits. */
export type BlockWork = (block: Block, memory: Buffer) => BlockResult
