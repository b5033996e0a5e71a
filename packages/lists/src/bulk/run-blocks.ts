import type { BlockResult } from './block-work.ts'
import type { BlockRunner } from './block-runner.ts'
import type { ByteSource } from '../io/byte-source.ts'
import type { Block, BlockReader } from '../io/line-blocks.ts'
import { OrderedWrites } from './ordered-writes.ts'

/** What a run over blocks needs from its caller. */
export interface BlockRun {
  /** Chooses the runner for the next block by the number of bytes read so far. */
  chooseRunner(consumed: number): BlockRunner
  /** Cuts the source into blocks, in memory from `take`. */
  cut(take: () => Buffer): BlockReader
  /** Receives the results in the order of the input; their memory is reused afterwards. */
  write(result: BlockResult): Promise<void>
}

/** Reads, processes and writes blocks. Results are written in the order of the input; at most `depth` blocks of the runner are in progress. */
export async function runBlocks(source: ByteSource, run: BlockRun): Promise<void> {
  let runner = run.chooseRunner(0)
  const writes = new OrderedWrites<BlockResult>(async (result) => {
    await run.write(result)
    runner.releaseOutput(result)
  })
  const blocks = run.cut(() => runner.acquireInput())
  let upcoming = blocks.next()
  for (;;) {
    const block = await writes.waitOrFail(upcoming)
    if (block === null) break
    upcoming = readAhead(blocks)
    writes.add(runner.run(block))
    const next = run.chooseRunner(source.consumed())
    await writes.drainTo(next === runner ? runner.depth - 1 : 0)
    runner = next
  }
  await writes.drainTo(0)
}

/** Reads and decompresses while the previous block is processed. A failure is thrown when the block is awaited. */
function readAhead(blocks: BlockReader): Promise<Block | null> {
  const upcoming = blocks.next()
  upcoming.catch(() => undefined)
  return upcoming
}
