import { rejectLine } from '../outcome.ts'
import { RunError } from '../run-error.ts'
import type { LineVerdict } from './line-reader.ts'
import { fieldNamed, isOwnName, recordFrom, type RawFields, type RecordField } from './record-fields.ts'

/** Where each field stands. */
export type Columns = ReadonlyMap<RecordField, number>

export function columnsOf(titles: readonly string[]): Columns {
  const columns = new Map<RecordField, number>()
  for (const [index, title] of titles.entries()) {
    const field = fieldNamed(title)
    if (field !== null && (!columns.has(field) || isOwnName(title, field))) columns.set(field, index)
  }
  return columns
}

export function requireUrl(columns: Columns, titles: readonly string[], name: string): Columns {
  if (columns.has('url')) return columns
  throw new RunError(`${name} has no column url; it has ${titles.join(', ')}: rename the column of the URLs to url`, 2)
}

export function readCells(cells: readonly string[], columns: Columns): LineVerdict {
  const fields: RawFields = {}
  for (const [field, index] of columns) fields[field] = cells[index]
  return fields.url === undefined ? rejectLine('line/no-url', cells.join(' ')) : recordFrom(fields, cells.join(' '))
}
