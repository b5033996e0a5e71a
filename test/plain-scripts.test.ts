import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { build } from 'esbuild'
import { readText, ROOT } from './support/repository.ts'

// Plain JavaScript that no compiler checks. Much of it runs rarely, such as the tests with other engines.
const SCRIPTS = globSync(['bench/**/*.mjs', 'scripts/**/*.mjs', 'integrations/**/*.mjs', 'packages/*/scripts/*.mjs'], {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
})

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, { readonly 'canonist-source'?: string; readonly default: string }>>
}

/**
 * The sources of our own packages, by the names under which scripts import them. Data has no other source: without an alias of its own, its name
 * would be taken for a path below that of the package.
 */
const OWN_PACKAGES = Object.fromEntries(
  ['packages/core', 'packages/canonist'].flatMap((folder) => {
    const { name, exports } = JSON.parse(readText(join(folder, 'package.json'))) as Manifest
    return Object.entries(exports).map(([path, { default: data, 'canonist-source': source = data }]) => [
      join(name, path),
      join(ROOT, folder, source),
    ])
  }),
)

test('every script imports only names that exist', async () => {
  assert.ok(SCRIPTS.length > 100)
  const { errors } = await build({
    absWorkingDir: ROOT,
    entryPoints: SCRIPTS,
    alias: OWN_PACKAGES,
    bundle: true,
    write: false,
    outdir: 'unused',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  }).catch((error: unknown) => error as { errors: { text: string }[] })
  assert.deepEqual(
    errors.map(({ text }) => text),
    [],
  )
})
