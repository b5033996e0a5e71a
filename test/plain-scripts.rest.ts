import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { build, type PluginBuild } from 'esbuild'
import { ROOT } from './support/repository.ts'

// Plain JavaScript that no compiler checks. Much of it runs rarely, such as the tests with other engines.
const SCRIPTS = globSync(['bench/**/*.mjs', 'scripts/**/*.mjs', 'integrations/**/*.mjs', 'packages/*/scripts/*.mjs'], {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
})

/** Our own packages are read, all others are not. */
function leaveOutForeign({ onResolve }: PluginBuild): void {
  onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
    kind === 'entry-point' || /^(?:@canonist\/|canonist(?:\/|$))/.test(path) ? null : { path, external: true },
  )
}

test('every script imports only names that exist', async () => {
  assert.ok(SCRIPTS.length > 100)
  const { errors } = await build({
    absWorkingDir: ROOT,
    entryPoints: SCRIPTS,
    conditions: ['canonist-source'],
    plugins: [{ name: 'own-packages', setup: leaveOutForeign }],
    bundle: true,
    write: false,
    outdir: 'unused',
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  }).catch((error: unknown) => error as { errors: { text: string }[] })
  assert.deepEqual(
    errors.map(({ text }) => text),
    [],
  )
})
