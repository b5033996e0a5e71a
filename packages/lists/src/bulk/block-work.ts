import type { Block } from '../io/line-blocks.ts'
import type { Tally } from '../io/line-outcome.ts'

/** The result of a block. */
export interface BlockResult {
  /** The given memory, or a larger one if it was too small. */
  readonly output: Buffer
  readonly length: number
  readonly tally: Tally
}

/** Turns a block of lines into a block of output, in `memory` where it fits. */
export type BlockWork = (block: Block, memory: Buffer) => BlockResult
