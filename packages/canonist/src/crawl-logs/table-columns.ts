import { rejectLine } from '../io/outcome.ts'
import { LogError } from './errors.ts'
import type { LineVerdict } from './line-reader.ts'
import { chooseNames, isSameName, recordFrom, type RawFields, type RecordField } from './record-fields.ts'

/** Where each field stands. */
export type Columns = ReadonlyMap<RecordField, number>

export function columnsOf(titles: readonly string[]): Columns {
  return new Map([...chooseNames(titles)].map(([field, title]) => [field, titles.indexOf(title)]))
}

/** The columns of a header that can be relied on. */
export function requireUrl(titles: readonly string[], name: string): Columns {
  // Nobody has a line end in a title; who reads CR as one would find a header and nothing else.
  if (titles.some((title) => title.includes('\r'))) throw new LogError('log/cr-line-ends', { thing: name })
  const columns = columnsOf(titles)
  for (const index of columns.values()) {
    const title = titles[index] ?? ''
    const isTwice = titles.some((other, at) => at !== index && isSameName(other, title))
    if (isTwice) throw new LogError('log/duplicate-column', { thing: name, says: `It has two columns ${title}.` })
  }
  if (columns.has('url')) return columns
  throw new LogError('log/no-url-column', { thing: name, says: `It has no column url; it has ${titles.join(', ')}.` })
}

export function readCells(cells: readonly string[], columns: Columns): LineVerdict {
  const fields: RawFields = {}
  for (const [field, index] of columns) fields[field] = cells[index]
  // A URL parser drops line ends: whole lines behind an open quote would pass as one URL.
  const isOpen = Object.values(fields).some(isOfManyLines) || cells.some(holdsRows)
  if (isOpen) return rejectLine('line/open-quote', cells.join(' '))
  return fields.url === undefined ? rejectLine('line/no-url', cells.join(' ')) : recordFrom(fields, cells.join(' '))
}

const isOfManyLines = (cell: unknown): boolean => typeof cell === 'string' && cell.includes('\n')

/** Titles of pages may go over several lines; none of these begins with a URL, as the rows of most logs do. */
const holdsRows = (cell: string): boolean => /\n"?https?:\/\//i.test(cell)
