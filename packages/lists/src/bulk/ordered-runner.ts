import type { BlockRunner } from './block-runner.ts'
import type { BlockResult } from './block-work.ts'

/**
 * Runs blocks in `runner`, possibly several at once, and passes each result to `finish` in the order of the blocks: for work whose second
 * half depends on all blocks before it.
 *
 * @param finish also gets how many bytes the block had
 */
export function createOrderedRunner(
  runner: BlockRunner,
  finish: (result: BlockResult, read: number) => BlockResult,
): BlockRunner {
  let last: Promise<unknown> = Promise.resolve()
  return {
    depth: runner.depth,
    acquireInput: () => runner.acquireInput(),
    run(block) {
      // Before the block travels to another thread, which leaves nothing of it here.
      const { length } = block
      const previous = last
      const finished = (async () => {
        const [result] = await Promise.all([runner.run(block), previous])
        return finish(result, length)
      })()
      last = finished
      return finished
    },
    releaseOutput: (result) => runner.releaseOutput(result),
    close: () => runner.close(),
  }
}
