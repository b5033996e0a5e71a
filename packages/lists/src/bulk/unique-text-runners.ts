import { createLocalRunner, type BlockRunner } from './block-runner.ts'
import type { BlockResult } from './block-work.ts'
import { findParallelStart, type NormalizeRunners, type RunnerOptions } from './choose-runner.ts'
import { createNormalizeWork } from './normalize-job.ts'
import { OutputBuffer } from './output-buffer.ts'
import type { LimitedRun } from './spill/limited-run.ts'
import type { SavedUnique, UniqueRecords } from './spill/unique-records.ts'
import { WorkerPool } from './worker-pool.ts'

/** This thread looks up all lines, which takes as long as one other thread needs to normalize them. A third would only take memory. */
const MAX_THREADS = 2

/**
 * Text in, text out, each URL once. Another thread normalizes most blocks of a long list, and this thread compares their lines, in the order
 * of the list. A run that is resumed works in this thread alone until it is where the interrupted run was.
 */
export function createUniqueTextRunners(
  { job, policy, jobs, size }: RunnerOptions,
  unique: UniqueRecords,
  run: LimitedRun<SavedUnique>,
): NormalizeRunners {
  const normalize = createNormalizeWork(job, policy)
  const local = createLocalRunner(run.wrap((block, memory) => keepUnique(normalize(block, memory), unique)))
  const finish = (result: BlockResult, read: number): BlockResult => {
    const kept = keepUnique(result, unique)
    run.count(kept, read)
    return kept
  }
  const from = findParallelStart(jobs, size)
  let pool: BlockRunner | null = null
  return {
    choose(consumed) {
      if (jobs.count === 1 || consumed < from || !run.isCaughtUp) return local
      pool ??= createOrderedRunner(new WorkerPool(Math.min(jobs.count, MAX_THREADS), job, normalize), finish)
      return pool
    },
    close: () => pool?.close() ?? Promise.resolve(),
  }
}

/** Writes the lines that are new over the block that they come from: never more is written than was read. */
function keepUnique({ output: lines, length, tally }: BlockResult, unique: UniqueRecords): BlockResult {
  const kept = new OutputBuffer(lines)
  unique.keepLines(lines.subarray(0, length), kept)
  return { output: lines, length: kept.length, tally }
}

/**
 * Runs blocks in `runner`, possibly several at once, and passes each result to `finish` in the order of the blocks: for work whose second
 * half depends on all blocks before it.
 *
 * @param finish also gets how many bytes the block had
 */
function createOrderedRunner(
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
