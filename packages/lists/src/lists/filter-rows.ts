import type { Policy } from '@canonist/core'
import { createLocalRunner } from '../bulk/block-runner.ts'
import { ChunkBlocks } from '../bulk/chunk-blocks.ts'
import type { FilterShape } from '../bulk/filter-shape.ts'
import { createFilterWork } from '../bulk/filter-work.ts'
import type { Input } from '../io/input.ts'
import { LineBlocks } from '../io/line-blocks.ts'
import type { Sink } from '../io/sink.ts'

export { FILTER_COLUMNS, type FilterColumn } from '../bulk/filter-shape.ts'

export interface FilterRowsOptions extends FilterShape {
  readonly policy: Policy
  /** Whether each chunk of rows comes after a line with their number. */
  readonly hasChunkHeaders?: boolean | undefined
  readonly base?: string | null | undefined
}

/**
 * One row out for each row in. Rows are written as soon as they are read, a chunk at a time, until the input ends.
 *
 * @returns the number of rows, and of those with an invalid URL
 */
export async function filterRows(
  input: Input,
  sink: Sink,
  { policy, hasChunkHeaders = false, base = null, ...shape }: FilterRowsOptions,
): Promise<{ readonly rows: number; readonly rejected: number }> {
  const runner = createLocalRunner(createFilterWork(shape, base, policy))
  let [rows, rejected] = [0, 0]
  // Not as a list: a row may look like the beginning of a compressed or binary file.
  await input.readRaw(async (source) => {
    const blocks = hasChunkHeaders ? new ChunkBlocks(source) : new LineBlocks(source, () => runner.acquireInput())
    for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
      const result = await runner.run(block)
      if (result.length > 0) await sink.write(result.output.subarray(0, result.length))
      runner.releaseOutput(result)
      rows += result.tally.lines
      rejected += result.tally.rejected
    }
  })
  return { rows, rejected }
}
