import { Buffer } from 'node:buffer'
import { formatRow } from '../io/cell.ts'
import { createTakenError } from '../io/errors.ts'
import type { Input } from '../io/input.ts'
import type { InputReport, OnProgress, OnRejected } from '../io/input-report.ts'
import { parseJsonObject } from '../io/json-object.ts'
import { withRepeatable } from '../io/keep-input.ts'
import { BLOCK_BYTES, LineBlocks } from '../io/line-blocks.ts'
import { readLines } from '../io/lines.ts'
import type { Sink } from '../io/sink.ts'
import type { RecordInput } from './normalize-job.ts'
import { listAddedColumns, type RecordOutput } from './record-output.ts'
import { runLines, type ChooseRunner } from './run-lines.ts'

export interface RecordRun {
  readonly column: string
  readonly output: RecordOutput
  start(read: RecordInput): ChooseRunner
}

/**
 * Works through JSON lines. Each record may have fields of its own, but a table has its columns from the first row on: if one is to be
 * written, all records are read twice.
 */
export async function runRecords(
  inputs: readonly Input[],
  { column, output, start }: RecordRun,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
): Promise<InputReport> {
  const isTable = output.format === 'csv' || output.format === 'tsv'
  if (!isTable) return runLines(inputs, start({ kind: 'jsonl', column, names: null }), sink, onProgress, onRejected)
  return withRepeatable(inputs, async (repeatable) => {
    const names = await collectNames(repeatable)
    const added = listAddedColumns(output)
    const taken = added.find((name) => names.includes(name))
    if (taken !== undefined) throw createTakenError(inputs[0]?.name ?? 'stdin', taken)
    await sink.write(Buffer.from(`${formatRow([...names, ...added], output.style)}\n`))
    return runLines(repeatable, start({ kind: 'jsonl', column, names }), sink, onProgress, onRejected)
  })
}

/** The fields of all records, in order of first sight. */
async function collectNames(inputs: readonly Input[]): Promise<string[]> {
  const names = new Set<string>()
  for (const input of inputs) {
    await input.read(async (source) => {
      const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES)
      const blocks = new LineBlocks(source, () => memory)
      for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
        for (const line of readLines(block)) {
          for (const name of Object.keys(typeof line === 'string' ? (parseJsonObject(line) ?? {}) : {})) names.add(name)
        }
      }
    })
  }
  return [...names]
}
