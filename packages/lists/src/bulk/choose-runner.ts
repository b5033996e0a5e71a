import type { Policy } from '@canonist/core'
import { createLocalRunner, type BlockRunner } from './block-runner.ts'
import { createNormalizeWork, type NormalizeJob } from './normalize-job.ts'
import type { Jobs } from './jobs.ts'
import type { ChooseRunner } from './run-lines.ts'
import { WorkerPool } from './worker-pool.ts'

/** A shorter list is done before threads have started. */
export const PARALLEL_FROM_BYTES = 8_388_608

export interface NormalizeRunners {
  readonly choose: ChooseRunner
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly job: NormalizeJob
  /** The policy of the job. */
  readonly policy: Policy
  readonly jobs: Jobs
  /** The bytes of all inputs; null if that is unknown. */
  readonly size: number | null
}

/** After how many bytes several threads are used. If the length of a list is unknown, this thread processes the first megabytes. */
export function findParallelStart(jobs: Jobs, size: number | null): number {
  const isLong = size !== null && size >= PARALLEL_FROM_BYTES
  return jobs.isGiven || isLong ? 0 : PARALLEL_FROM_BYTES
}

/** Uses this thread for short lists and several threads for long ones. */
export function createRunners({ job, policy, jobs, size }: RunnerOptions): NormalizeRunners {
  const from = findParallelStart(jobs, size)
  const work = createNormalizeWork(job, policy)
  const local = createLocalRunner(work)
  let pool: BlockRunner | null = null
  return {
    choose(consumed) {
      if (jobs.count === 1 || consumed < from) return local
      pool ??= new WorkerPool(jobs.count, job, work)
      return pool
    },
    close: () => pool?.close() ?? Promise.resolve(),
  }
}
