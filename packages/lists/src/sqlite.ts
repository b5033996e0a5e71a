/** `canonist/sqlite`: functions on URLs for SQLite. */
export {
  registerUrlFunctions,
  type SqliteDatabase,
  type SqliteFunctionOptions,
  type SqliteValue,
} from './sql/register-sqlite.ts'
export type { UrlFunctionOptions } from './sql/url-functions.ts'
