/** `canonist/duckdb`: functions on URLs for DuckDB. */
export {
  registerUrlFunctions,
  type DuckDbConnection,
  type DuckDbFunctionOptions,
  type DuckDbModule,
} from './sql/register-duckdb.ts'
export type { UrlFunctionOptions } from './sql/url-functions.ts'
