import { Buffer } from 'node:buffer'
import { formatRow } from '../io/cell.ts'
import { createTakenError } from '../io/errors.ts'
import type { Input } from '../io/input.ts'
import type { InputReport, OnProgress, OnRejected } from '../io/input-report.ts'
import { withRepeatable } from '../io/keep-input.ts'
import type { Sink } from '../io/sink.ts'
import { collectFields } from './collect-fields.ts'
import type { RecordColumn } from './json-record.ts'
import type { RecordInput } from './normalize-job.ts'
import { listAddedColumns, type RecordOutput } from './record-output.ts'
import { runLines, type ChooseRunner } from './run-lines.ts'

export interface RecordRun extends RecordColumn {
  readonly output: RecordOutput
  /** The fields of all records, if they are known. */
  readonly names?: readonly string[] | undefined
  start(read: RecordInput): ChooseRunner
}

/**
 * Processes JSON lines. Records may have different fields, but a table needs all its columns in the first row, so the records are read
 * twice if the output is a table.
 */
export async function runRecords(
  inputs: readonly Input[],
  { column, allowsEmpty, reserved, output, names: known, start }: RecordRun,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
): Promise<InputReport> {
  const read = (names: readonly string[] | null): RecordInput => ({
    kind: 'jsonl',
    column,
    allowsEmpty,
    reserved,
    names,
  })
  const isTable = output.format === 'csv' || output.format === 'tsv'
  const rejectTaken = (names: readonly string[]): void => {
    const taken = reserved.find((name) => names.includes(name))
    if (taken !== undefined) throw createTakenError(inputs[0]?.name ?? 'stdin', taken)
  }
  rejectTaken(known ?? [])
  if (!isTable) return runLines(inputs, start(read(null)), sink, onProgress, onRejected)
  return withRepeatable(inputs, async (repeatable) => {
    const names = known ?? [...(await collectFields(repeatable)).keys()]
    rejectTaken(names)
    await sink.write(Buffer.from(`${formatRow([...names, ...listAddedColumns(output)], output.style)}\n`))
    return runLines(repeatable, start(read(names)), sink, onProgress, onRejected)
  })
}
