import {
  checkOptions,
  createFindWork,
  URL_FUNCTIONS,
  type UrlFunction,
  type UrlFunctionOptions,
} from './url-functions.ts'

/** What SQLite passes to a function. */
export type SqliteValue = null | number | bigint | string | Uint8Array

/** The part of `DatabaseSync` of `node:sqlite` that is used here. */
export interface SqliteDatabase {
  function(name: string, options: SqliteFunctionOptions, run: (...values: SqliteValue[]) => SqliteValue): void
}

export interface SqliteFunctionOptions {
  readonly deterministic?: boolean
}

/**
 * Adds `url_normalize`, `url_key`, `url_host`, `url_same` and `url_error` to a database of `node:sqlite`.
 *
 * @example
 * const database = new DatabaseSync(':memory:')
 * registerUrlFunctions(database)
 * database.prepare('select url_normalize(?) as url').get('https://Example.com/?utm_source=x') // { url: 'https://example.com/' }
 */
export function registerUrlFunctions(database: SqliteDatabase, options: UrlFunctionOptions = {}): void {
  checkOptions(options)
  for (const urlFunction of URL_FUNCTIONS) registerFunction(database, urlFunction, options)
}

// Deterministic, so that indexes and generated columns may use the functions.
const OPTIONS = { deterministic: true }

function registerFunction(database: SqliteDatabase, urlFunction: UrlFunction, options: UrlFunctionOptions): void {
  const findWork = createFindWork(urlFunction, options)
  const run = (urls: readonly SqliteValue[], policy?: SqliteValue): SqliteValue => {
    if (policy === null || urls.includes(null)) return null
    // A number or a blob is refused like any other text that is not a URL.
    const result = findWork(policy === undefined ? undefined : String(policy))(...(urls as string[]))
    return typeof result === 'boolean' ? Number(result) : result
  }
  // SQLite tells functions of one name apart by the number of their arguments, which node:sqlite reads from `length`.
  if (urlFunction.urls === 1) {
    database.function(urlFunction.name, OPTIONS, (url) => run([url]))
    database.function(urlFunction.name, OPTIONS, (url, policy) => run([url], policy))
  } else {
    database.function(urlFunction.name, OPTIONS, (a, b) => run([a, b]))
    database.function(urlFunction.name, OPTIONS, (a, b, policy) => run([a, b], policy))
  }
}
