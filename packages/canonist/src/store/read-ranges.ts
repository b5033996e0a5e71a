import type { Dialect, Row, Session, Value } from './database.ts'
import type { KeyValue, ListKey } from './list-part.ts'
import { SqlValues } from './sql-values.ts'
import { PLAN_EACH_TIME } from './statement-names.ts'

/**
 * Reads the keys of the next items of a list, each from a range of an index: as many entries are read as there are items, wherever
 * in the list they stand and however many rows there are.
 */

/** Rows that lie side by side in one index, in the order of `keys`. All texts are our own. */
export interface KeyRange {
  /** What comes before `keys` in the order of the list and is the same for all rows of this range. */
  readonly fixed?: readonly string[]
  /** The first columns of the index, each with what it equals in this range. */
  readonly lead?: readonly Equality[]
  /** The columns or expressions that follow in the index, the last of which no other row has. */
  readonly keys: readonly string[]
  /** Bounds of the first of the keys: from this one on, and before this one. */
  readonly bounds?: { readonly from: string; readonly to: string } | undefined
  /** A table and its name in the rest, as `formatIndexedTable` writes it. */
  readonly from: string
  /** What else must hold; nearly all rows of the range must pass it, since the others are read in vain. */
  readonly where?: string | undefined
}

/** A column and a value, or the place of one. */
export type Equality = readonly [column: string, value: string]

/**
 * A table that is read by a certain index. SQLite has no statistics to choose by, and fails here where it could not use the
 * index; PostgreSQL chooses by itself, and tests look at what it chooses.
 */
export function formatIndexedTable(dialect: Dialect, table: string, index: string): string {
  return dialect === 'sqlite' ? `${table} indexed by ${index}` : table
}

/**
 * The first keys of several ranges behind `after`, in order. All ranges have equally many keys.
 *
 * @param values those that the ranges speak of
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
  /** Empty where the range is read from its beginning. */
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
      ...lead.map(([column, value]) => `${column} = ${value}`),
      ...(bounds === undefined ? [] : [`${first} >= ${bounds.from}`, `${first} < ${bounds.to}`]),
      ...(behind.length === 0 ? [] : [formatAfter(keys, behind, values)]),
    ]
  },
  // As a range over all columns of the index, in the order of which the rows are wanted. Told that some of them equal a value,
  // PostgreSQL needs no index for their order, and may walk along another one in the hope to meet enough such rows early.
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

/** Which keys of the range the next ones come behind; null where the whole range comes before. */
function findKeysAfter({ fixed = [] }: KeyRange, after: ListKey): ListKey | null {
  for (const [index, text] of fixed.entries()) {
    const last = String(after[index])
    if (text < last) return null
    if (text > last) return []
  }
  return after.slice(fixed.length)
}

/** As a row, unless there is an expression among the keys, for which SQLite would not look a row up in an index. */
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

/** Rows of one table for each row of another, in the order of both. All texts are our own. */
export interface NestedRange extends Omit<KeyRange, 'fixed' | 'bounds'> {
  /** The outer table and its name. */
  readonly outer: string
  /** What the outer table is ordered by; no two of its rows have the same. */
  readonly by: string
  readonly outerWhere: string
  /** What `outerWhere` speaks of, from `$1` on, and then what only the inner table is compared with. */
  readonly outerValues: readonly Value[]
  readonly values: readonly Value[]
}

/** So many rows of the outer table are looked at for one part: each costs a look into an index, also where it has nothing. */
const MAX_OUTER_ROWS = 200

export interface NestedKeys {
  /** Each begins with the value of the outer row. */
  readonly keys: readonly ListKey[]
  /** Behind which outer row to go on; null where none is left. */
  readonly resumeAfter: KeyValue | null
}

/** The first keys of a nested range, of outer rows behind `behind`. */
export async function readNested(
  session: Session,
  nested: NestedRange,
  { behind, limit }: { readonly behind: KeyValue | null; readonly limit: number },
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

/** PostgreSQL would sort all rows of the first outer row; taken one by one, each gives at most as many as are wanted. */
const NESTED: Readonly<Record<Dialect, (nested: NestedRange, where: string, limit: number) => string>> = {
  sqlite: ({ outer, by, from, keys, lead = [], where = 'true' }, outerWhere, limit) => {
    const names = listKeyNames(keys.length + 1)
    const columns = [by, ...keys].map((column, index) => `${column} as ${names[index]}`)
    const matches = lead.map(([column, value]) => `${column} = ${value}`)
    return `select ${columns.join(', ')} from ${outer} cross join ${from}
      where ${[outerWhere, ...matches, where].join(' and ')} order by ${[by, ...keys].join(', ')} limit ${limit}`
  },
  postgres: ({ outer, by, ...inner }, outerWhere, limit) => {
    const [first, ...names] = listKeyNames(inner.keys.length + 1)
    const columns = names.map((name, index) => `inside.key${index} as ${name}`)
    return `select ${by} as ${first}, ${columns.join(', ')} from ${outer} cross join lateral (
        ${selectRange('postgres', inner, { behind: [], limit, values: new SqlValues() })}
      ) inside where ${outerWhere} order by ${[by, ...names].join(', ')} limit ${limit}`
  },
}

/** Behind all texts that begin with this one. */
export const computePrefixEnd = (prefix: string): string => `${prefix}\u{10ffff}`
