import { createJobJudge } from '../bulk/normalize-job.ts'
import type { ParquetRun } from '../bulk/run-parquet.ts'
import { chooseColumn, type ListOptions } from './list-options.ts'

/** What is done with the rows of Parquet files. */
export function chooseParquetRun(options: ListOptions): ParquetRun {
  const { policy, base = null, into = null, withKey = false } = options
  return { column: chooseColumn(options), into, withKey, judge: createJobJudge({ explains: false, base }, policy) }
}
