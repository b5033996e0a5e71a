import { Buffer } from 'node:buffer'
import { createTakenError, IoError } from '../io/errors.ts'
import type { KeptFile } from '../io/keep-input.ts'
import { addToReport, EMPTY_REPORT, type InputReport, type OnProgress, type OnRejected } from '../io/input-report.ts'
import { countRejected, createTally, type LineOutcome, type Tally } from '../io/line-outcome.ts'
import type { Sink } from '../io/sink.ts'
import { ChunkWriter, type WriteBytes } from '../parquet/chunk-writer.ts'
import { createDamageError } from '../parquet/errors.ts'
import { findUrlColumn, type UrlColumn } from '../parquet/find-leaf.ts'
import type { Leaf } from '../parquet/leaves.ts'
import { openChunk, type ParquetFile } from '../parquet/open-parquet.ts'
import { withParquet } from '../parquet/open-input.ts'
import { readPages, type Chunk } from '../parquet/page-reader.ts'
import { ParquetOutput } from '../parquet/parquet-output.ts'
import { RowSelector, type KeepsRow } from '../parquet/select-rows.ts'
import { createTextLeaf, describeTextLeaf } from '../parquet/text-column.ts'
import { computeKey } from './compute-key.ts'
import { HeldBytes } from './held-bytes.ts'
import type { Judge } from './judge.ts'
import type { RowSet } from './row-set.ts'
import { createPickReplaced, DerivedColumn, readUrlPages, type JudgedPage, type PickValue } from './parquet-urls.ts'

export interface ParquetRun {
  readonly column: string
  /** The name of a new column for the result (a column for the error follows it); null if the result replaces the URL. */
  readonly into: string | null
  readonly withKey: boolean
  readonly judge: Judge
  /** The folder for new columns until their row group ends; without it, they stay in memory. */
  readonly temp?: string | undefined
}

interface AddedColumn {
  readonly leaf: Leaf
  readonly pick: PickValue
}

/**
 * Rewrites a column of Parquet files, row group by row group, into one Parquet file. Every other column is copied, or loses the rows
 * that are left out; it keeps its type, its encoding and its compression. Memory holds the bytes of one page of a column and its
 * dictionary.
 *
 * @param rows the rows to keep, over all files, which have been counted already; null to keep and count all rows here
 */
export async function runParquet(
  files: readonly KeptFile[],
  run: ParquetRun,
  sink: Sink,
  onProgress: OnProgress,
  onRejected?: OnRejected,
  rows: RowSet | null = null,
): Promise<InputReport> {
  const output = new ParquetOutput((bytes) => sink.write(bytes))
  let report = EMPTY_REPORT
  let [before, rowsBefore] = [0, 0]
  let first: { readonly parquet: ParquetFile; readonly added: readonly AddedColumn[] } | null = null
  for (const input of files) {
    const tally = createTally(onRejected !== undefined)
    await withParquet(input, async (parquet) => {
      const column = findUrlColumn(parquet, run.column)
      if (first === null) first = { parquet, added: createAddedColumns(parquet, run) }
      else checkSchema(parquet, first.parquet)
      const { added } = first
      for (const group of parquet.metadata.row_groups.keys()) {
        const table: GroupTable = { parquet, group, ...column, added, run, tally }
        if (rows === null) await rewriteGroup(table, output)
        else await selectGroup(table, (row) => rows.has(rowsBefore + row), output)
        rowsBefore += countRows(table)
        await onRejected?.(
          tally.kept?.splice(0).map((rejected) => Object.assign(rejected, { source: input.name })) ?? [],
        )
        onProgress(before + countBytes(parquet, group), report.lines + tally.lines)
      }
      before += parquet.file.size
    })
    report = addToReport(report, input.name, tally)
  }
  await finish(output, first)
  return report
}

function finish(
  output: ParquetOutput,
  first: { readonly parquet: ParquetFile; readonly added: readonly AddedColumn[] } | null,
): Promise<void> {
  if (first === null) return Promise.resolve()
  return output.finish(
    first.parquet.raw,
    first.added.map(({ leaf }) => describeTextLeaf(leaf)),
  )
}

function countBytes({ metadata }: ParquetFile, last: number): number {
  const groups = metadata.row_groups.slice(0, last + 1)
  return groups.reduce((sum, { total_compressed_size: size, total_byte_size: plain }) => sum + Number(size ?? plain), 0)
}

function checkSchema({ file, metadata }: ParquetFile, first: ParquetFile): void {
  const describe = ({ schema }: ParquetFile['metadata']): string => JSON.stringify(schema.slice(1))
  if (describe(metadata) !== describe(first.metadata)) throw new IoError('io/other-columns', { thing: file.name })
}

const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const readUrl = (outcome: LineOutcome | null): string | null => (outcome?.ok === true ? outcome.url : null)

function createAddedColumns({ file, root, leaves }: ParquetFile, { into, withKey }: ParquetRun): AddedColumn[] {
  const picks: readonly (readonly [name: string | null, pick: (outcome: LineOutcome | null) => string | null])[] = [
    [into, readUrl],
    [withKey ? 'key' : null, (outcome) => (outcome?.ok === true ? computeKey(outcome.url) : null)],
    [into === null ? null : 'error', (outcome) => (outcome?.ok === false ? outcome.code : null)],
  ]
  const names = root.children.map(({ element }) => element.name)
  return picks.flatMap(([name, pick], index) => {
    if (name === null) return []
    if (names.includes(name)) throw createTakenError(file.name, name)
    const pickBytes: PickValue = ({ outcome }) => {
      const text = pick(outcome)
      return text === null ? null : toBytes(text)
    }
    return [{ leaf: createTextLeaf(name, leaves.length + index), pick: pickBytes }]
  })
}

/** A row group to be rewritten. */
interface GroupTable extends UrlColumn {
  readonly parquet: ParquetFile
  readonly group: number
  readonly added: readonly AddedColumn[]
  readonly run: ParquetRun
  readonly tally: Tally
}

/** Which entries of a page are written. Pages come in order. */
type ChooseRows = (page: JudgedPage) => readonly number[]

async function rewriteGroup(table: GroupTable, output: ParquetOutput): Promise<void> {
  const { tally } = table
  const count: ChooseRows = ({ entries }) => {
    for (const entry of entries) countEntry(tally, entry?.outcome ?? null)
    return [...entries.keys()]
  }
  await writeGroup(table, output, { rows: countRows(table), chooseRows: count, write: copyChunk })
}

async function selectGroup(table: GroupTable, isKept: KeepsRow, output: ParquetOutput): Promise<void> {
  const count = countRows(table)
  let rows = 0
  for (let row = 0; row < count; row += 1) if (isKept(row)) rows += 1
  if (rows === 0) return
  let row = 0
  const chooseRows: ChooseRows = ({ entries }) => {
    const chosen = [...entries.keys()].filter((at) => isKept(row + at))
    row += entries.length
    return chosen
  }
  const write: WriteColumn = rows === count ? copyChunk : (...of) => selectChunk(...of, isKept)
  await writeGroup(table, output, { rows, chooseRows, write })
}

/** Counts the rows of a group by its URL column, which cannot be a list. */
export function countRows({ parquet, group, leaf }: Pick<GroupTable, 'parquet' | 'group' | 'leaf'>): number {
  const rows = Number(parquet.metadata.row_groups[group]?.num_rows ?? 0)
  const { metadata } = openChunk(parquet, group, leaf)
  if (rows === Number(metadata.num_values) && rows <= MAX_GROUP_ROWS) return rows
  throw createDamageError(
    parquet.file.name,
    `its column ${leaf.path.join('.')} has ${metadata.num_values} rows of ${rows}`,
  )
}

/** More than any program writes. */
const MAX_GROUP_ROWS = 2 ** 31

export function countEntry(tally: Tally, outcome: LineOutcome | null): void {
  tally.lines += 1
  if (outcome?.ok === false) countRejected(tally, outcome, tally.lines)
}

/** Writes a column other than the URL column. */
type WriteColumn = (table: GroupTable, leaf: Leaf, output: ParquetOutput) => Promise<void>

interface GroupPlan {
  readonly rows: number
  readonly chooseRows: ChooseRows
  readonly write: WriteColumn
}

async function writeGroup(table: GroupTable, output: ParquetOutput, plan: GroupPlan): Promise<void> {
  const { parquet, leaf, jsonPath, added, run } = table
  const replaced: AddedColumn = { leaf, pick: createPickReplaced(jsonPath) }
  const columns = run.into === null ? [replaced, ...added] : added
  const held = columns.slice(1).map(() => new HeldBytes(run.temp ?? null))
  let rest: AddChunk[] = []
  try {
    await output.startGroup()
    for (const each of parquet.leaves) {
      if (each !== leaf || run.into !== null) await plan.write(table, each, output)
      else rest = await writeDerived(table, { columns, held }, plan.chooseRows, output)
    }
    if (run.into !== null) rest = await writeDerived(table, { columns, held }, plan.chooseRows, output)
    for (const add of rest) await add(output)
    output.endGroup(plan.rows)
  } finally {
    for (const each of held) each.close()
  }
}

type AddChunk = (output: ParquetOutput) => Promise<void>

/** Columns that are made in one pass over the URLs: the first is written at once, the bytes of the others are held until it is their turn. */
interface DerivedColumns {
  readonly columns: readonly AddedColumn[]
  readonly held: readonly HeldBytes[]
}

/** Returns functions that write the columns after the first one. */
async function writeDerived(
  { parquet, group, leaf, jsonPath, run }: GroupTable,
  { columns, held }: DerivedColumns,
  chooseRows: ChooseRows,
  output: ParquetOutput,
): Promise<AddChunk[]> {
  const chunk = openChunk(parquet, group, leaf)
  const open = (target: AddedColumn, write: WriteBytes): DerivedColumn =>
    new DerivedColumn(new ChunkWriter(target.leaf, chunk.metadata.codec, write), target.pick, target.leaf === leaf)
  const rest = columns.slice(1).map((target, index) => open(target, async (bytes) => held[index]?.append(bytes)))
  await output.addChunk(async (write) => {
    const first = open(columns[0] ?? fail(), write)
    for await (const page of readUrlPages(chunk, run.judge, jsonPath)) {
      const rows = chooseRows(page)
      for (const column of [first, ...rest]) await column.write(page, rows)
    }
    return first.writer.finish()
  })
  return rest.map(
    (column, index) => (to) =>
      to.addChunk(async (write) => {
        await held[index]?.writeTo(write)
        return column.writer.finish()
      }),
  )
}

async function copyChunk({ parquet, group }: GroupTable, leaf: Leaf, output: ParquetOutput): Promise<void> {
  const raw = parquet.raw.field_4[group]?.field_1[leaf.index] ?? fail()
  await output.copyChunk(openChunk(parquet, group, leaf), raw)
}

/** Writes a column without the rows that are left out. */
async function selectChunk(
  { parquet, group }: GroupTable,
  leaf: Leaf,
  output: ParquetOutput,
  keeps: KeepsRow,
): Promise<void> {
  const chunk: Chunk = openChunk(parquet, group, leaf)
  const selector = new RowSelector(keeps, leaf.maxRepetition > 0)
  await output.addChunk(async (write) => {
    const writer = new ChunkWriter(leaf, chunk.metadata.codec, write)
    const onDictionary = async (values: RowSelector['dictionary']): Promise<void> => {
      selector.dictionary = values
      await writer.writeDictionary(values)
    }
    for await (const page of readPages(chunk, onDictionary)) {
      await writer.writePage(selector.select(page, leaf.maxDefinition))
    }
    const last = selector.finish()
    if (last !== null) await writer.writePage(last)
    return writer.finish()
  })
}

function fail(): never {
  throw new Error('a column of the row group is missing')
}
