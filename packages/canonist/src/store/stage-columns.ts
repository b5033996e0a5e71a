import type { Dialect } from './database.ts'

/** What a column of a staged table is called in each database. Text is compared by its bytes in both. */
const TYPES: Readonly<Record<string, Readonly<Record<Dialect, string>>>> = {
  integer: { sqlite: 'integer', postgres: 'bigint' },
  text: { sqlite: 'text', postgres: 'text collate "C"' },
  bytes: { sqlite: 'blob', postgres: 'bytea' },
}

/**
 * The columns of a staged table as one of the databases has them.
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

/** Each as its name, its type, and what else is said of it, with a space before. */
function splitColumns(columns: string): string[][] {
  return columns.split(',').map((column) => [...(/^(\w+) (\w+)(.*)$/.exec(column.trim()) ?? [])].slice(1))
}

function getTypeName(type: string, dialect: Dialect): string {
  const names = TYPES[type]
  if (names === undefined) throw new TypeError(`A staged column is integer, text or bytes, not "${type}".`)
  return names[dialect]
}
