import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import { LogError } from './errors.ts'
import type { LineReading } from './line-reader.ts'
import { chooseNames, isSameName, createRecord, type RawFields, type RecordField } from './record-fields.ts'

/** The column of each field. */
export type Columns = ReadonlyMap<RecordField, number>

export function findColumns(titles: readonly string[]): Columns {
  return new Map([...chooseNames(titles)].map(([field, title]) => [field, titles.indexOf(title)]))
}

/** The columns of a header that can be relied on. */
export function requireUrl(titles: readonly string[], name: string): Columns {
  // A title never contains a line end: with CR line ends the whole file is one header.
  if (titles.some((title) => title.includes('\r'))) throw new LogError('log/cr-line-ends', { thing: name })
  const columns = findColumns(titles)
  for (const index of columns.values()) {
    const title = titles[index] ?? ''
    const isTwice = titles.some((other, at) => at !== index && isSameName(other, title))
    if (isTwice) throw new LogError('log/duplicate-column', { thing: name, says: `It has two columns ${title}.` })
  }
  if (columns.has('url')) return columns
  throw new LogError('log/no-url-column', {
    thing: name,
    says: `It has no column url. Its columns are ${titles.join(', ')}.`,
  })
}

export function readCells(cells: readonly string[], columns: Columns): LineReading {
  const fields: RawFields = {}
  for (const [field, index] of columns) fields[field] = cells[index]
  // A URL parser drops line ends: whole lines after an open quote would pass as one URL.
  const isOpen = Object.values(fields).some(isOfManyLines) || cells.some(holdsRows)
  if (isOpen) return rejectLine('line/open-quote', cells.join(' '))
  return fields.url === undefined ? rejectLine('line/no-url', cells.join(' ')) : createRecord(fields, cells.join(' '))
}

const isOfManyLines = (cell: unknown): boolean => typeof cell === 'string' && cell.includes('\n')

/** Titles of pages may go over several lines; none of these begins with a URL, as the rows of most logs do. */
const holdsRows = (cell: string): boolean => /\n"?https?:\/\//i.test(cell)
