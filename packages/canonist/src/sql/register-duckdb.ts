import {
  checkOptions,
  createFindWork,
  URL_FUNCTIONS,
  type FindWork,
  type UrlFunction,
  type UrlFunctionOptions,
} from './url-functions.ts'

/** The part of `DuckDBConnection` of `@duckdb/node-api` that is used here. */
export interface DuckDbConnection {
  registerScalarFunction(scalarFunction: object): void
}

export interface DuckDbFunctionOptions extends UrlFunctionOptions {
  /** The module `@duckdb/node-api`, for a place where Canonist cannot import it, such as a linked package (default: imported). */
  readonly duckdb?: DuckDbModule | undefined
}

// Declared here, because the package is an optional peer dependency and its types may be missing.
/** The part of `@duckdb/node-api` that is used here. */
export interface DuckDbModule {
  // `never`, because the package has narrower types for the settings than those declared here.
  readonly DuckDBScalarFunction: { create(settings: never): object }
  readonly VARCHAR: object
  readonly BOOLEAN: object
}

interface ScalarSettings {
  readonly name: string
  readonly parameterTypes: readonly object[]
  readonly returnType: object
  mainFunction(info: object, input: DataChunk, output: Vector<string | boolean>): void
}

interface DataChunk {
  readonly rowCount: number
  readonly columnCount: number
  getColumnVector(column: number): Vector<string>
}

interface Vector<Value> {
  getItem(row: number): Value | null
  setItem(row: number, value: Value | null): void
  flush(): void
}

/**
 * Adds `url_normalize`, `url_key`, `url_host`, `url_same` and `url_error` to a DuckDB instance. Install `@duckdb/node-api` for it.
 *
 * @example
 * const connection = await DuckDBConnection.create()
 * await registerUrlFunctions(connection)
 * await connection.run(`select url_normalize('https://Example.com/?utm_source=x')`) // https://example.com/
 */
export async function registerUrlFunctions(
  connection: DuckDbConnection,
  options: DuckDbFunctionOptions = {},
): Promise<void> {
  checkOptions(options)
  const module = options.duckdb ?? (await importDuckDb())
  for (const urlFunction of URL_FUNCTIONS) registerFunction(connection, module, urlFunction, options)
}

async function importDuckDb(): Promise<DuckDbModule> {
  // A variable, because the compiler looks for the types of a literal.
  const peer: string = '@duckdb/node-api'
  try {
    return (await import(peer)) as DuckDbModule
  } catch (cause) {
    throw new Error(
      "Canonist cannot import @duckdb/node-api. Install it, or pass it: registerUrlFunctions(connection, { duckdb: await import('@duckdb/node-api') })",
      { cause },
    )
  }
}

function registerFunction(
  connection: DuckDbConnection,
  { DuckDBScalarFunction, VARCHAR, BOOLEAN }: DuckDbModule,
  urlFunction: UrlFunction,
  options: UrlFunctionOptions,
): void {
  const findWork = createFindWork(urlFunction, options)
  const { name, urls, returns } = urlFunction
  // Once without and once with the policy.
  for (const parameters of [urls, urls + 1]) {
    const settings: ScalarSettings = {
      name,
      parameterTypes: Array.from({ length: parameters }, () => VARCHAR),
      returnType: returns === 'text' ? VARCHAR : BOOLEAN,
      mainFunction: (_, input, output) => runChunk(urls, findWork, input, output),
    }
    connection.registerScalarFunction(DuckDBScalarFunction.create(settings as never))
  }
}

function runChunk(urls: 1 | 2, findWork: FindWork, input: DataChunk, output: Vector<string | boolean>): void {
  const { rowCount } = input
  const first = input.getColumnVector(0)
  const second = urls === 2 ? input.getColumnVector(1) : null
  const policies = input.columnCount > urls ? input.getColumnVector(urls) : null
  for (let row = 0; row < rowCount; row += 1) {
    const [a, b, policy] = [first.getItem(row), second === null ? '' : second.getItem(row), policies?.getItem(row)]
    output.setItem(row, a === null || b === null || policy === null ? null : findWork(policy)(a, b))
  }
  output.flush()
}
