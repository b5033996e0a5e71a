import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerUrlFunctions, type DuckDbModule } from '../../src/duckdb.ts'

// `npm run test:engines -- duckdb` runs the functions in DuckDB itself. The package is not a dependency of the project.

const duckdb: DuckDbModule = { DuckDBScalarFunction: { create: (settings) => settings }, VARCHAR: {}, BOOLEAN: {} }

test('uses the module that the caller passes, which a linked package could not import', async () => {
  const names: string[] = []
  const connection = { registerScalarFunction: (each: object) => void names.push((each as { name: string }).name) }
  await registerUrlFunctions(connection, { duckdb })
  const once = ['url_normalize', 'url_key', 'url_host', 'url_same', 'url_error']
  assert.deepEqual(
    names,
    once.flatMap((name) => [name, name]),
  )
})

test('without the package, the message says how to pass it', async () => {
  await assert.rejects(
    registerUrlFunctions({ registerScalarFunction: () => undefined }),
    /^Error: Canonist cannot import @duckdb\/node-api\. Install it, or pass it: registerUrlFunctions\(connection, \{ duckdb: /,
  )
})
