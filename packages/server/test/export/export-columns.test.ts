import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EXPORT_COLUMNS } from '../../src/export/export-columns.ts'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'

const PAGE = readFileSync(new URL('../../../../docs/reference/command-line.md', import.meta.url), 'utf8')

async function listFirstColumns<Row extends object>(rows: AsyncIterable<Row>): Promise<string[]> {
  for await (const row of rows) return Object.keys(row).toSorted()
  return []
}

test('CSV, Parquet and the reference page have every field that JSONL has', async (t) => {
  const registry = await openRegistry(':memory:')
  t.after(() => registry.close())
  await registry.ingest(['https://example.com/?utm_source=x#top', 'not a URL'])
  const exported = {
    pages: await listFirstColumns(registry.exportPages()),
    aliases: await listFirstColumns(registry.exportAliases()),
    rejected: await listFirstColumns(registry.exportRejected()),
  }
  for (const [name, fields] of Object.entries(exported) as [keyof typeof exported, string[]][]) {
    assert.deepEqual(EXPORT_COLUMNS[name].map((column) => column.name).toSorted(), fields, name)
    const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? ''
    for (const field of fields) assert.ok(row.includes(`\`${field}\``), `${name}: the page does not name ${field}`)
  }
})
