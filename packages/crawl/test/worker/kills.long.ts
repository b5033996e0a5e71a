import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { killCrawl } from './support/kill-crawl.ts'

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: 500 workers killed in the middle of a crawl lose nothing and are never impolite`, async (context) => {
    const report = await killCrawl(databases, 500, Math.random)
    context.diagnostic(JSON.stringify(report))
    assert.ok(report.kills >= 500)
  })
}
