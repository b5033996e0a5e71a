/** Which column of a table holds the URL, as a user names it: `link`, `#2` for the second, or `link.href` for a field within a field. */
export type ColumnName = string

/** The place of a column by its number, `#1` being the first; null for a name. */
export function readColumnNumber(column: ColumnName): number | null {
  const digits = /^#([1-9]\d{0,5})$/.exec(column)?.[1]
  return digits === undefined ? null : Number(digits) - 1
}

/** The place of a column in a table with these names: a name wins over a number. -1 if there is none. */
export function findColumn(names: readonly string[], column: ColumnName): number {
  const named = names.indexOf(column)
  if (named >= 0) return named
  const place = readColumnNumber(column)
  return place !== null && place < names.length ? place : -1
}

/** The fields that lead to the value in this record: a field of this very name wins over a number and a path. */
export function findPath(record: Readonly<Record<string, unknown>>, column: ColumnName): readonly string[] {
  if (Object.hasOwn(record, column)) return [column]
  const place = readColumnNumber(column)
  return place === null ? column.split('.') : Object.keys(record).slice(place, place + 1)
}

/** The value at a path; undefined if there is none. */
export function readPath(record: unknown, path: readonly string[]): unknown {
  let value: unknown = record
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

/** Whether the path ends at a value that lacks the next field. A null, at its end or before, is an empty value instead. */
export function lacksField(record: unknown, path: readonly string[]): boolean {
  const place = path.findIndex((_, index) => readPath(record, path.slice(0, index + 1)) === undefined)
  return place >= 0 && readPath(record, path.slice(0, place)) !== null
}
