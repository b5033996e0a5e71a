import type { Dialect } from './database.ts'

type ColumnType = 'integer' | 'text' | 'bytes'

/**
 * Rows for a statement as one value: a staged table would cost more than the statement itself where rows are few. Bytes are
 * written as hex. The first column is never null.
 *
 * @example selectJsonRows('sqlite', '$1', { id: 'integer' }, 'r') // '(select json_extract(value, …) as id from json_each($1)) r'
 */
export function selectJsonRows(
  dialect: Dialect,
  value: string,
  columns: Readonly<Record<string, ColumnType>>,
  name: string,
): string {
  return dialect === 'sqlite' ? selectOnSqlite(value, columns, name) : selectOnPostgres(value, columns, name)
}

function selectOnSqlite(value: string, columns: Readonly<Record<string, ColumnType>>, name: string): string {
  const list = Object.entries(columns).map(([column, type]) => {
    const cell = `json_extract(value, '$.${column}')`
    return `${type === 'bytes' ? `unhex(${cell})` : cell} as ${column}`
  })
  return `(select ${list.join(', ')} from json_each(${value})) ${name}`
}

const POSTGRES_TYPES = { integer: 'bigint', text: 'text', bytes: 'text' } as const

function selectOnPostgres(value: string, columns: Readonly<Record<string, ColumnType>>, name: string): string {
  const types = Object.entries(columns).map(([column, type]) => `${column} ${POSTGRES_TYPES[type]}`)
  const list = Object.entries(columns).map(([column, type]) =>
    type === 'bytes' ? `decode(${column}, 'hex') as ${column}` : column,
  )
  const [first = ''] = Object.keys(columns)
  const isFew = columns[first] === 'integer' ? formatFewNumbers(first) : formatFewTexts(first)
  return `(select ${list.join(', ')} from json_to_recordset(${value}::json) as cells (${types.join(', ')}) where ${isFew}) ${name}`
}

/**
 * True of all ids and counts. PostgreSQL takes a JSON of unknown length for a hundred rows, and would rather read a table of
 * ten thousand as a whole than look up a hundred in its index. What lies between two bounds it takes for very few.
 */
function formatFewNumbers(number: string): string {
  return `${number} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
}

/** The same of texts, by the last of all characters. */
function formatFewTexts(text: string): string {
  return `${text} collate "C" between '' and chr(1114111)`
}

/** Without what is null, which a cell that is not there is as well: to read a cell costs more than to find none. */
export function dropNulls(row: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  const cells: Record<string, string | number> = {}
  for (const [column, cell] of Object.entries(row)) if (cell !== null) cells[column] = cell
  return cells
}

/** For `in`, or as rows of an `id`: the numbers of a JSON array. */
export function selectJsonIds(dialect: Dialect, value: string): string {
  return dialect === 'sqlite'
    ? `(select value as id from json_each(${value}))`
    : `(select id::bigint from json_array_elements_text(${value}::json) as ids (id) where ${formatFewNumbers('id::bigint')})`
}

/** For `in`: the bytes of a JSON array of hex. One value for all: with a place for each, every number of them would be another statement. */
export function selectJsonBytes(dialect: Dialect, value: string): string {
  return dialect === 'sqlite'
    ? `(select unhex(value) from json_each(${value}))`
    : `(select decode(value, 'hex') from jsonb_array_elements_text(${value}::jsonb))`
}

/** As JSON, with nothing in it that a database takes for the end of a text or for half a character. */
export function toSqlJson(value: unknown): string {
  const json = JSON.stringify(value)
  // Looked at cell by cell it takes many times as long.
  if (!MAY_BE_UNFIT.test(json)) return json
  return JSON.stringify(value, (_, cell: unknown) => (typeof cell === 'string' ? replaceUnfit(cell) : cell))
}

const MAY_BE_UNFIT = /\\u(?:0000|d[89a-f])/
const UNFIT = /\0|\p{Surrogate}/gu

function replaceUnfit(text: string): string {
  return text.replace(UNFIT, '\ufffd')
}
