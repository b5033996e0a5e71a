import type { Dialect, Row, Session, Value } from './database.ts'
import type { KeyValue, ListKey } from './list-part.ts'
import { SqlValues } from './sql-values.ts'
import { PLAN_EACH_TIME } from './statement-names.ts'

/**
 * Reads the keys of the next items of a list from ranges of indexes. It reads as many index entries as there are items, wherever they are
 * in the list and however many rows the table has.
 */

/** Adjacent rows of one index, in the order of `keys`. All SQL in it is our own, never user input. */
export interface KeyRange {
  /** Values that precede `keys` in the order of the list and are the same for all rows of this range. */
  readonly fixed?: readonly string[]
  /** The first columns of the index, each with its value in this range. */
  readonly lead?: readonly Equality[]
  /** The columns or expressions that follow in the index; the last one is unique. */
  readonly keys: readonly string[]
  /** Bounds of the first key: `from` is included, `to` is not. */
  readonly bounds?: { readonly from: string; readonly to: string } | undefined
  /** A table and its alias, as `formatIndexedTable` writes it. */
  readonly from: string
  /** Another condition. Nearly all rows of the range should meet it, because the others are read for nothing. */
  readonly where?: string | undefined
}

/** A column and its value, or the placeholder of the value. */
export type Equality = readonly [column: string, value: string]

const formatEquality = ([column, value]: Equality): string => `${column} = ${value}`

/**
 * Formats a table that must be read by this index. SQLite has no statistics to choose by, and throws if it cannot use the index. PostgreSQL
 * has no such hint; tests check the index that it chooses.
 */
export function formatIndexedTable(dialect: Dialect, table: string, index: string): string {
  return dialect === 'sqlite' ? `${table} indexed by ${index}` : table
}

/**
 * Reads the first keys after `after` from several ranges, in order. All ranges have the same number of keys.
 *
 * @param values the values that the ranges refer to
 */
export async function readRanges(
  session: Session,
  ranges: readonly KeyRange[],
  { after, limit, values }: { readonly after: ListKey | null; readonly limit: number; readonly values: SqlValues },
): Promise<ListKey[]> {
  const parts = ranges.flatMap((range) => {
    const behind = after === null ? [] : findKeysAfter(range, after)
    return behind === null ? [] : [selectRange(session.dialect, range, { behind, limit, values })]
  })
  const [first] = ranges
  if (first === undefined || parts.length === 0) return []
  const width = (first.fixed?.length ?? 0) + first.keys.length
  return readKeys(await session.all(`${joinParts(parts, width, limit)} ${PLAN_EACH_TIME}`, values.list), width)
}

function joinParts(parts: readonly string[], width: number, limit: number): string {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const selects = parts.map((part, index) => `select * from (${part}) part${index}`)
  return `${selects.join('\nunion all ')}\norder by ${listKeyNames(width).join(', ')} limit ${limit}`
}

interface Selection {
  /** Empty to read the range from its start. */
  readonly behind: ListKey
  readonly limit: number
  readonly values: SqlValues
}

function selectRange(dialect: Dialect, range: KeyRange, { behind, limit, values }: Selection): string {
  const { fixed = [], lead = [], keys, from, where } = range
  const names = listKeyNames(fixed.length + keys.length)
  const columns = [...fixed.map((text) => `'${text}'`), ...keys].map((column, index) => `${column} as ${names[index]}`)
  const conditions = [...CONDITIONS[dialect](range, behind, values), ...(where === undefined ? [] : [where])]
  const order = [...(dialect === 'postgres' ? lead.map(([column]) => column) : []), ...keys].join(', ')
  const that = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  return `select ${columns.join(', ')} from ${from}${that} order by ${order} limit ${limit}`
}

type Conditions = (range: KeyRange, behind: ListKey, values: SqlValues) => string[]

const CONDITIONS: Readonly<Record<Dialect, Conditions>> = {
  sqlite: ({ lead = [], keys, bounds }, behind, values) => {
    const [first = ''] = keys
    return [
      ...lead.map(formatEquality),
      ...(bounds === undefined ? [] : [`${first} >= ${bounds.from}`, `${first} < ${bounds.to}`]),
      ...(behind.length === 0 ? [] : [formatAfter(keys, behind, values)]),
    ]
  },
  // A range over all columns of the index. With equality conditions instead, PostgreSQL would not need this index for the order, and might
  // scan another one hoping to find enough matching rows early.
  postgres: ({ lead = [], keys, bounds }, behind, values) => {
    const [columns, equal] = [lead.map(([column]) => column), lead.map(([, value]) => value)]
    const [first = ''] = keys
    const among = (more: readonly string[], comparison: string, others: readonly string[]): string =>
      `(${[...columns, ...more].join(', ')}) ${comparison} (${[...equal, ...others].join(', ')})`
    const conditions: string[] = []
    if (bounds !== undefined) conditions.push(among([first], '>=', [bounds.from]), among([first], '<', [bounds.to]))
    else if (lead.length > 0) conditions.push(among([], '>=', []), among([], '<=', []))
    if (behind.length > 0)
      conditions.push(
        among(
          keys,
          '>',
          behind.map((value) => values.put(value)),
        ),
      )
    return conditions
  },
}

const listKeyNames = (width: number): string[] => Array.from({ length: width }, (_, index) => `key${index}`)

const readKeys = (rows: readonly Row[], width: number): ListKey[] =>
  rows.map((row) => listKeyNames(width).map((name) => row[name] as KeyValue))

/** The keys after which to continue in this range; null if the whole range lies before `after`. */
function findKeysAfter({ fixed = [] }: KeyRange, after: ListKey): ListKey | null {
  for (const [index, text] of fixed.entries()) {
    const last = String(after[index])
    if (text < last) return null
    if (text > last) return []
  }
  return after.slice(fixed.length)
}

/** Formats "after these keys" as a row comparison. If a key is an expression, SQLite would not use the index for that, so it is spelled out. */
function formatAfter(keys: readonly string[], last: ListKey, values: SqlValues): string {
  const [first = '', ...rest] = keys
  const [value = '', ...others] = last
  if (keys.every((key) => COLUMN.test(key)))
    return `(${keys.join(', ')}) > (${last.map((one) => values.put(one)).join(', ')})`
  const place = values.put(value)
  if (rest.length === 0) return `${first} > ${place}`
  return `${first} >= ${place} and (${first} > ${place} or ${formatAfter(rest, others, values)})`
}

const COLUMN = /^[\w.]+$/

/** Inner rows for each outer row, in the order of both. All SQL in it is our own. */
export interface NestedRange extends Omit<KeyRange, 'fixed' | 'bounds'> {
  /** The outer table and its alias. */
  readonly outer: string
  /** The unique column that the outer table is ordered by. */
  readonly by: string
  readonly outerWhere: string
  /** The values of `outerWhere`, from `$1` on. Those of the inner table follow in `values`. */
  readonly outerValues: readonly Value[]
  /** The first column of the index of the inner table, and the column of the outer one that it equals. */
  readonly join: Equality
  readonly values: readonly Value[]
}

/** Outer rows to read for one part: each costs an index lookup, even without inner rows. */
const MAX_OUTER_ROWS = 200

export interface NestedPlace {
  /** The outer row after which to read; null to begin with the first. */
  readonly behind: KeyValue | null
  readonly limit: number
}

export interface NestedKeys {
  /** Each starts with the value of the outer row. */
  readonly keys: readonly ListKey[]
  /** The outer row after which to continue; null if none is left. */
  readonly resumeAfter: KeyValue | null
}

/** Reads the first keys of a nested range, of outer rows after `behind`. */
export async function readNested(
  session: Session,
  nested: NestedRange,
  { behind, limit }: NestedPlace,
): Promise<NestedKeys> {
  const forBound = new SqlValues(nested.outerValues)
  const where = formatOuterWhere(nested, behind, forBound)
  const [row] = await session.all<{ readonly bound: KeyValue }>(
    `select ${nested.by} as bound from ${nested.outer} where ${where} order by ${nested.by} limit 1 offset ${MAX_OUTER_ROWS - 1}`,
    forBound.list,
  )
  const values = new SqlValues([...nested.outerValues, ...nested.values])
  const conditions = [formatOuterWhere(nested, behind, values)]
  if (row !== undefined) conditions.push(`${nested.by} <= ${values.put(row.bound)}`)
  const sql = NESTED[session.dialect](nested, conditions.join(' and '), limit)
  const keys = readKeys(await session.all(`${sql} ${PLAN_EACH_TIME}`, values.list), nested.keys.length + 1)
  return { keys, resumeAfter: row?.bound ?? null }
}

function formatOuterWhere({ by, outerWhere }: NestedRange, behind: KeyValue | null, values: SqlValues): string {
  return behind === null ? outerWhere : `${outerWhere} and ${by} > ${values.put(behind)}`
}

/**
 * On PostgreSQL a lateral join reads at most `limit` rows per outer row; a plain join would sort all of them. The join is an equality there
 * and not part of the range: PostgreSQL takes the range of several columns for a ninth of the table, and would read all inner rows of each
 * outer row from a shorter index.
 */
const NESTED: Readonly<Record<Dialect, (nested: NestedRange, where: string, limit: number) => string>> = {
  sqlite: ({ outer, by, join, from, keys, lead = [], where = 'true' }, outerWhere, limit) => {
    const names = listKeyNames(keys.length + 1)
    const columns = [by, ...keys].map((column, index) => `${column} as ${names[index]}`)
    const matches = [join, ...lead].map(formatEquality)
    return `select ${columns.join(', ')} from ${outer} cross join ${from}
      where ${[outerWhere, ...matches, where].join(' and ')} order by ${[by, ...keys].join(', ')} limit ${limit}`
  },
  postgres: ({ outer, by, join, from, keys, lead = [], where = 'true' }, outerWhere, limit) => {
    const [first, ...names] = listKeyNames(keys.length + 1)
    const columns = keys.map((column, index) => `${column} as ${names[index]}`)
    const matches = [join, ...lead].map(formatEquality)
    return `select ${by} as ${first}, ${names.join(', ')} from ${outer} cross join lateral (
        select ${columns.join(', ')} from ${from} where ${[...matches, where].join(' and ')}
        order by ${keys.join(', ')} limit (select ${limit})
      ) inside where ${outerWhere} order by ${[by, ...names].join(', ')} limit (select ${limit})`
  },
}

/** A text that sorts after all texts with this prefix. */
export const computePrefixEnd = (prefix: string): string => `${prefix}\u{10ffff}`
