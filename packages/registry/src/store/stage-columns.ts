import type { Dialect } from './database.ts'

/** The column types of staged tables in each database. Both compare text by its bytes. */
const TYPES: Readonly<Record<string, Readonly<Record<Dialect, string>>>> = {
  integer: { sqlite: 'integer', postgres: 'bigint' },
  text: { sqlite: 'text', postgres: 'text collate "C"' },
  bytes: { sqlite: 'blob', postgres: 'bytea' },
}

/**
 * Translates the columns of a staged table into the types of one database.
 *
 * @example formatColumns('position integer, key bytes', 'postgres') // 'position bigint, key bytea'
 */
export function formatColumns(columns: string, dialect: Dialect): string {
  const typed = splitColumns(columns).map(
    ([name = '', type = '', more = '']) => `${name} ${getTypeName(type, dialect)}${more}`,
  )
  return typed.join(', ')
}

export function listColumnNames(columns: string): string[] {
  return splitColumns(columns).map(([name = '']) => name)
}

/** Splits each column into its name, its type, and the rest with a leading space. */
function splitColumns(columns: string): string[][] {
  return columns.split(',').map((column) => [...(/^(\w+) (\w+)(.*)$/.exec(column.trim()) ?? [])].slice(1))
}

function getTypeName(type: string, dialect: Dialect): string {
  const names = TYPES[type]
  if (names === undefined) throw new TypeError(`Staged column type "${type}" is unknown; use integer, text or bytes.`)
  return names[dialect]
}
