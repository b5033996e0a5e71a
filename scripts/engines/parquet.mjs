// Reads and rewrites Parquet files of other programs, and lets them read the result: npm run test:engines -- parquet
//
// pyarrow, DuckDB, polars and fastparquet write a table with all kinds of columns in all compressions and encodings. `normalize` and `dedupe`
// rewrite a column of each file. pyarrow compares every other column with the original, and DuckDB reads the result, too.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

import { installPython } from '../../integrations/support/python.mjs'

/** From PyPI, into a virtual environment; nothing from npm. */
export const PACKAGES = []
const PYTHON_PACKAGES = ['pyarrow==26.0.1', 'duckdb==2.0.0', 'polars==2.1.0', 'fastparquet==2026.9.0', 'pytz']
const CHECK = fileURLToPath(new URL('./parquet_check.py', import.meta.url))
const MAIN = fileURLToPath(new URL('../../packages/canonist/src/cli/main.ts', import.meta.url))

export async function run({ folder }) {
  const python = installPython(join(folder, 'parquet'), PYTHON_PACKAGES)
  const data = mkdtempSync(join(tmpdir(), 'canonist-engines-'))
  try {
    const command = [process.execPath, '--conditions=canonist-source', MAIN]
    const { status } = spawnSync(python, [CHECK, data, ...command], { stdio: 'inherit' })
    return {
      ok: status === 0,
      version: PYTHON_PACKAGES.join(' '),
      ran: 'every column of 14 files, rewritten 12 times each',
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
