import { createRequire } from 'node:module'
import {
  createTextReader,
  readTextsOneByOne,
  type DuckDbBindings,
  type DuckDbChunk,
  type ReadTexts,
} from './read-duckdb-texts.ts'
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
  /**
   * The module `@duckdb/node-bindings` that `duckdb` uses (default: imported, unless `duckdb` is passed). Without it, the functions read
   * each text with a separate call and take about twice as long.
   */
  readonly bindings?: DuckDbBindings | undefined
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
  mainFunction(info: object, input: DuckDbChunk, output: OutputVector): void
}

interface OutputVector {
  setItem(row: number, value: string | boolean | null): void
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
  const bindings = options.bindings ?? (options.duckdb === undefined ? importBindings() : null)
  const read = bindings === null ? readTextsOneByOne : createTextReader(bindings)
  for (const urlFunction of URL_FUNCTIONS) registerFunction(connection, module, urlFunction, read, options)
}

// A variable, because the compiler looks for the types of a literal.
const PEER: string = '@duckdb/node-api'

async function importDuckDb(): Promise<DuckDbModule> {
  try {
    return (await import(PEER)) as DuckDbModule
  } catch (cause) {
    throw new Error(
      "Canonist cannot import @duckdb/node-api. Install it, or pass it: registerUrlFunctions(connection, { duckdb: await import('@duckdb/node-api') })",
      { cause },
    )
  }
}

/** The bindings that `@duckdb/node-api` itself uses, because another copy of them cannot read its chunks. */
function importBindings(): DuckDbBindings | null {
  try {
    return createRequire(import.meta.resolve(PEER))('@duckdb/node-bindings') as DuckDbBindings
  } catch {
    // Another version of the client may have other bindings. The functions work without them.
    return null
  }
}

function registerFunction(
  connection: DuckDbConnection,
  { DuckDBScalarFunction, VARCHAR, BOOLEAN }: DuckDbModule,
  urlFunction: UrlFunction,
  read: ReadTexts,
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
      mainFunction: (_, input, output) => runChunk(urls, findWork, read, input, output),
    }
    connection.registerScalarFunction(DuckDBScalarFunction.create(settings as never))
  }
}

function runChunk(urls: 1 | 2, findWork: FindWork, read: ReadTexts, input: DuckDbChunk, output: OutputVector): void {
  const { rowCount, columnCount } = input
  const first = read(input, 0)
  const second = urls === 2 ? read(input, 1) : null
  const policies = columnCount > urls ? read(input, urls) : null
  for (let row = 0; row < rowCount; row += 1) {
    const [a, b, policy] = [first[row] ?? null, second === null ? '' : (second[row] ?? null), policies?.[row]]
    output.setItem(row, a === null || b === null || policy === null ? null : findWork(policy)(a, b))
  }
  output.flush()
}
