import { rejectLine } from '@canonist/lists/internal/io/line-outcome'
import type { OnNames } from './json-line.ts'
import type { LineReader, LineReading } from './line-reader.ts'
import { chooseNames, createRecord } from './record-fields.ts'

/** The first line has the names of the columns. */
export const isWaybackHeader = (line: string): boolean => {
  const names = parseRow(line)
  return names !== null && chooseNames(names).has('url')
}

/** `[["urlkey","timestamp","original","mimetype","statuscode","digest","length"],`, then a row a line: what the Wayback Machine's index gives as JSON. */
export function createWaybackReader(onNames: OnNames): LineReader {
  const readRow = createRowReader(onNames)
  return (line) => {
    const rows = splitRows(line)
    return rows === null ? readRow(line) : rows.map((row) => readRow(row))
  }
}

/** The rows of an index that a program wrote on a single line; null where the line holds one row, or a part of the index. */
function splitRows(line: string): string[] | null {
  if (!/^\s*\[\s*\[.*\]\s*\]\s*$/s.test(line)) return null
  try {
    const rows: unknown = JSON.parse(line)
    return Array.isArray(rows) && rows.length > 1 ? rows.map((row) => JSON.stringify(row)) : null
  } catch {
    return null
  }
}

function createRowReader(onNames: OnNames): (line: string) => LineReading {
  let columns: { readonly names: readonly string[]; readonly chosen: ReturnType<typeof chooseNames> } | null = null
  return (line) => {
    if (line.trim() === ']') return null
    const row = parseRow(line)
    if (row === null) return rejectLine('line/other-format', line)
    if (columns === null) {
      columns = { names: row, chosen: chooseNames(row) }
      onNames(row)
      return null
    }
    const { names, chosen } = columns
    if (row.length !== names.length) return rejectLine('line/other-format', line)
    return createRecord(Object.fromEntries([...chosen].map(([field, name]) => [field, row[names.indexOf(name)]])), line)
  }
}

/** Parses a row without the text around it; null if there is none. */
function parseRow(line: string): string[] | null {
  const [text] = /\[[^[\]]*(?:"(?:[^"\\]|\\.)*"[^[\]"]*)*\]/.exec(line.trim().replace(/^\[(?=\[)/, '')) ?? []
  try {
    const row: unknown = JSON.parse(text ?? '')
    return Array.isArray(row) ? row.map(String) : null
  } catch {
    return null
  }
}
