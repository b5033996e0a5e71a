import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { dumpSchema } from './support/schema-dump.ts'
import { openFresh } from './support/with-database.ts'

// Written anew by: UPDATE_SCHEMA=1 node --conditions=canonist-source --test packages/registry/test/store/schema.test.ts
const MAY_WRITE = process.env['UPDATE_SCHEMA'] === '1'

for (const databases of await bothDatabases()) {
  const name = `schema.${databases.dialect}.sql`
  test(`contract/${name} is what the migrations make`, async (t) => {
    const file = new URL(`../contract/${name}`, import.meta.url)
    const dump = await dumpSchema(await openFresh(t, databases))
    if (MAY_WRITE) writeFileSync(file, dump)
    assert.equal(dump, readFileSync(file, 'utf8'))
  })
}

function listColumns(dialect: string): Record<string, string[]> {
  const dump = readFileSync(new URL(`../contract/schema.${dialect}.sql`, import.meta.url), 'utf8')
  const tables = dump.matchAll(/^create table (\w+) \(\n(.*?)\n\)/gims)
  return Object.fromEntries([...tables].map(([, name, body = '']) => [name, columnNames(body)]))
}

function columnNames(body: string): string[] {
  const words = [...body.matchAll(/^  (\w+) /gm)].map(([, word = '']) => word)
  return words.filter((word) => !['constraint', 'primary', 'unique'].includes(word)).toSorted()
}

test('both databases have the same tables and columns', () => {
  const tables = listColumns('sqlite')
  assert.ok(Object.keys(tables).length > 5)
  assert.deepEqual(tables, listColumns('postgres'))
})

test('PostgreSQL compares every text of ours by its bytes', () => {
  const dump = readFileSync(new URL('../contract/schema.postgres.sql', import.meta.url), 'utf8')
  const texts = dump.split('\n').filter((line) => /^  \w+ text\b/.test(line))
  assert.ok(texts.length > 10)
  assert.deepEqual(
    texts.filter((line) => !line.includes('collate "C"')),
    [],
  )
})
