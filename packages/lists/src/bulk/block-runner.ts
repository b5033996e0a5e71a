import { Buffer } from 'node:buffer'
import type { BlockResult, BlockWork } from './block-work.ts'
import { BLOCK_BYTES, type Block } from '../io/line-blocks.ts'

/** Processes blocks, in this thread or in others. */
export interface BlockRunner {
  /** How many blocks may be in progress at once. */
  readonly depth: number
  /** Memory for the next block. */
  acquireInput(): Buffer
  run(block: Block): Promise<BlockResult>
  /** The memory of a result that has been written. */
  releaseOutput(result: BlockResult): void
  close(): Promise<void>
}

/** Works in this thread, so nothing has to start, and state such as the URLs seen so far can be kept between blocks. */
export function createLocalRunner(work: BlockWork, blockBytes = BLOCK_BYTES): BlockRunner {
  // Two, used alternately: the next block is read while this one is processed.
  let [input, spare] = [Buffer.allocUnsafeSlow(blockBytes), Buffer.allocUnsafeSlow(blockBytes)]
  let output: Buffer = Buffer.allocUnsafeSlow(blockBytes * 2)
  return {
    depth: 1,
    acquireInput() {
      ;[input, spare] = [spare, input]
      return input
    },
    run: (block) => Promise.resolve(work(block, output)),
    releaseOutput: (result) => {
      output = result.output
    },
    close: () => Promise.resolve(),
  }
}
