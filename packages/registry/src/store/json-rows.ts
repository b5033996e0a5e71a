import type { Dialect, Transaction, Value } from './database.ts'

type ColumnType = 'integer' | 'text' | 'bytes'

/**
 * Formats a subselect that reads rows from one JSON value: for few rows a staged table would cost more than the statement itself. Pass
 * bytes as hex. The first column must never be null.
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
 * Formats a condition that is true for all ids and counts, as a hint for the planner. PostgreSQL assumes that a JSON value has a hundred
 * rows, and would then scan a table of ten thousand rows instead of using its index. With a range condition it assumes very few.
 */
function formatFewNumbers(number: string): string {
  return `${number} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
}

/** The same hint for text: no text sorts after the last character. */
function formatFewTexts(text: string): string {
  return `${text} collate "C" between '' and chr(1114111)`
}

/** Removes null cells: a missing cell is read as null too, and costs less than one that is present. */
export function dropNulls(row: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  const cells: Record<string, string | number> = {}
  for (const [column, cell] of Object.entries(row)) if (cell !== null) cells[column] = cell
  return cells
}

/** Formats a subselect of the numbers in a JSON array, as `id`; for `in` or as rows. */
export function selectJsonIds(dialect: Dialect, value: string): string {
  return dialect === 'sqlite'
    ? `(select value as id from json_each(${value}))`
    : `(select id::bigint from json_array_elements_text(${value}::json) as ids (id) where ${formatFewNumbers('id::bigint')})`
}

/** Formats a subselect of the bytes in a JSON array of hex, for `in`. One placeholder for all, or each length would be another statement. */
export function selectJsonBytes(dialect: Dialect, value: string): string {
  return dialect === 'sqlite'
    ? `(select unhex(value) from json_each(${value}))`
    : `(select decode(value, 'hex') from jsonb_array_elements_text(${value}::jsonb))`
}

/** Formats JSON without NUL and lone surrogates, which databases reject or truncate. */
export function toSqlJson(value: unknown): string {
  const json = JSON.stringify(value)
  // Checking cell by cell would take many times as long.
  if (!MAY_BE_UNFIT.test(json)) return json
  return JSON.stringify(value, (_, cell: unknown) => (typeof cell === 'string' ? replaceUnfit(cell) : cell))
}

const MAY_BE_UNFIT = /\\u(?:0000|d[89a-f])/
const UNFIT = /\0|\p{Surrogate}/gu

function replaceUnfit(text: string): string {
  return text.replace(UNFIT, '\ufffd')
}

/** Runs a statement that returns one JSON array as `found`: in SQLite this costs less than a row for each item. */
export async function readJsonArray<T>(transaction: Transaction, sql: string, values: readonly Value[]): Promise<T[]> {
  const [row] = await transaction.all<{ readonly found: string }>(sql, values)
  return JSON.parse(row?.found ?? '[]') as T[]
}
