import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from '../support/packages.ts'

const sources = readSources()

/** The one module that may write to each of these tables: a new column, or a counter beside them, then has one place. */
const OWNERS = {
  pages: 'registry/registry/sql/pages-write.sql.ts',
  aliases: 'registry/registry/sql/aliases-write.sql.ts',
  hosts: 'registry/registry/sql/hosts.sql.ts',
  policies: 'registry/registry/sql/policies.sql.ts',
  host_facts: 'registry/registry/sql/facts.sql.ts',
  admissions: 'registry/registry/sql/admissions-write.sql.ts',
  admission_policies: 'registry/registry/sql/admissions-write.sql.ts',
  rejected: 'registry/registry/sql/rejected.sql.ts',
  reviews: 'registry/registry/sql/reviews.sql.ts',
  review_inputs: 'registry/registry/sql/review-inputs.sql.ts',
  rekey_pages: 'registry/registry/sql/rekey.sql.ts',
  rekey_aliases: 'registry/registry/sql/rekey.sql.ts',
} as const

function findWriters(table: string): string[] {
  const statement = `\\b(?:insert\\s+into|update|delete\\s+from)\\s+${table}\\b(?!_)`
  const writes = new RegExp(`${statement}|\\.insert\\('${table}'`, 'i')
  return sources.filter(({ text }) => writes.test(text)).map(({ name }) => name)
}

for (const [table, owner] of Object.entries(OWNERS)) {
  test(`only ${owner} writes to ${table}`, () => assert.deepEqual(findWriters(table), [owner]))
}

test('a statement is found however it is spaced, and a longer name is another table', () => {
  assert.deepEqual(findWriters('pages_of_nobody'), [])
  assert.ok(findWriters('frontier_urls').length > 1)
})
