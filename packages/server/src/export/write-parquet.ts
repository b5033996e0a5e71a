import { ParquetWriter, schemaFromColumnData, type ColumnSource } from 'hyparquet-writer'
import { SinkWriter } from '@canonist/lists/internal/parquet/sink-writer'
import type { ColumnType, ExportColumn, ExportRow } from './export-columns.ts'
import type { WriteExport } from './write-export.ts'

/** What is held in memory before it is written. */
const ROWS_PER_GROUP = 50_000

export const writeParquet: WriteExport = async (rows, columns, sink) => {
  const writer = new SinkWriter(sink)
  const parquet = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: toColumnData(columns, []) }) })
  let [group, count]: [ExportRow[], number] = [[], 0]
  const writeGroup = async (): Promise<void> => {
    await parquet.write({ columnData: toColumnData(columns, group), rowGroupSize: ROWS_PER_GROUP })
    count += group.length
    group = []
  }
  for await (const value of rows) {
    group.push(value)
    if (group.length === ROWS_PER_GROUP) await writeGroup()
  }
  if (group.length > 0) await writeGroup()
  await parquet.finish()
  await writer.flush()
  return count
}

const TYPES = { text: 'STRING', json: 'STRING', number: 'INT64', truth: 'BOOLEAN', time: 'TIMESTAMP' } as const

const CONVERTERS: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: String,
  json: (value) => JSON.stringify(value),
  number: (value) => BigInt(value as number),
  truth: (value) => value === true,
  time: (value) => new Date(value as string),
}

function toColumnData(columns: readonly ExportColumn[], rows: readonly ExportRow[]): ColumnSource[] {
  return columns.map(({ name, type }) => ({
    name,
    type: TYPES[type],
    nullable: true,
    data: rows.map((row) => (row[name] === null || row[name] === undefined ? null : CONVERTERS[type](row[name]))),
  }))
}
