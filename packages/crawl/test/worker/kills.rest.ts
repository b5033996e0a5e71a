import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { killCrawl } from './support/kill-crawl.ts'

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: hard tests 1 and 2: workers killed in the middle of a crawl lose nothing`, async () => {
    const { kills } = await killCrawl(databases, 3, Math.random)
    assert.ok(kills >= 3)
  })
}
