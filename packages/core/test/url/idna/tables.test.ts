import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const GENERATOR = new URL('../../../scripts/make-idna-tables.mjs', import.meta.url)
const TABLES = new URL('../../../src/url/idna/tables.ts', import.meta.url)

test('tables.ts is what scripts/make-idna-tables.mjs makes', async () => {
  const { makeTables } = (await import(GENERATOR.href)) as { makeTables: () => string }
  assert.ok(readFileSync(TABLES, 'utf8') === makeTables(), 'run: npx node packages/core/scripts/make-idna-tables.mjs')
})
