import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SOURCES = join(import.meta.dirname, '../../src')

/** The one module that may write to each of these tables: a new column, or a counter beside them, then has one place. */
const OWNERS = {
  pages: 'registry/sql/write-pages.ts',
  aliases: 'registry/sql/write-aliases.ts',
  hosts: 'registry/sql/write-host-names.ts',
  policies: 'registry/sql/policies-in-use.ts',
  host_facts: 'registry/sql/write-fact.ts',
  admissions: 'registry/sql/write-admissions.ts',
  admission_policies: 'registry/sql/store-admission-policies.ts',
  rejected: 'registry/sql/write-rejected.ts',
  reviews: 'registry/sql/write-reviews.ts',
  review_inputs: 'registry/sql/review-inputs.ts',
  rekey_pages: 'registry/sql/rekey-log.ts',
  rekey_aliases: 'registry/sql/rekey-log.ts',
} as const

function findWriters(table: string): string[] {
  const statement = `\\b(?:insert\\s+into|update|delete\\s+from)\\s+${table}\\b(?!_)`
  const writes = new RegExp(`${statement}|\\.insert\\('${table}'`, 'i')
  return globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => writes.test(readFileSync(join(SOURCES, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
}

for (const [table, owner] of Object.entries(OWNERS)) {
  test(`only ${owner} writes to ${table}`, () => assert.deepEqual(findWriters(table), [owner]))
}

test('a statement is found however it is spaced, and a longer name is another table', () => {
  assert.deepEqual(findWriters('pages_of_nobody'), [])
  assert.ok(findWriters('frontier_urls').length > 1)
})
