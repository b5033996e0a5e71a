import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('docs/reference/registry.md says of every table what bounds it', () => {
  const [, section = ''] = read('docs/reference/registry.md').split('## What bounds each table')
  const described = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  for (const dialect of ['sqlite', 'postgres']) {
    const schema = read(`packages/registry/test/contract/schema.${dialect}.sql`)
    const tables = [...schema.matchAll(/^create table (\w+)/gim)].map(([, name = '']) => name)
    assert.deepEqual(described.toSorted(), tables.toSorted())
  }
})
