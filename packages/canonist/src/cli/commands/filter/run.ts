import { FILTER_COLUMNS, filterRows, type FilterColumn } from '@canonist/lists/internal/lists/filter-rows'
import { loadListPolicy } from '@canonist/server/internal/policies/load-policy'
import { readColumnNumber } from '@canonist/lists/internal/io/column'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { RunError } from '../../run-error.ts'
import type { FilterFlags } from './command.ts'

export async function run(environment: Environment, flags: FilterFlags): Promise<DoneExitCode> {
  if (flags.raw && flags.inputFormat !== 'tsv') throw new RunError('--raw is for tsv. Leave it out.', 2)
  const columns = flags.output.split(',').map(readOutputColumn)
  const column = readInputColumn(flags)
  const { policy } = await loadListPolicy(flags.policy, flags.defaultScheme)
  await filterRows(await environment.stdin(), environment.sink, {
    policy,
    format: flags.inputFormat,
    column,
    columns,
    hasChunkHeaders: flags.chunkHeader,
    isRaw: flags.raw,
    base: flags.base,
  })
  // Rows with invalid URLs are results: any other exit code would end the query of an engine.
  return 0
}

function readOutputColumn(name: string): FilterColumn {
  const found = FILTER_COLUMNS.find((column) => column === name)
  if (found !== undefined) return found
  throw new RunError(
    `--output: There is no column ${JSON.stringify(name)}. The columns are ${FILTER_COLUMNS.join(', ')}.`,
    2,
  )
}

function readInputColumn({ inputFormat, column }: FilterFlags): number | string {
  if (inputFormat === 'jsonl') return column ?? 'url'
  const place = readColumnNumber(column ?? '#1')
  if (place === null) throw new RunError('--column: The columns of tsv have numbers. Name one as #1, for example.', 2)
  return place
}
