import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { crawlOneHost } from './politeness.ts'

const RUN = { delayMs: 1000, forMs: 60_000, processes: 20 }

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: hard test 20: twenty workers on one host for a minute`, async (context) => {
    const { least, requests } = await crawlOneHost(databases, RUN)
    context.diagnostic(`${requests} requests, the least pause was ${least.toFixed(1)} ms`)
    assert.ok(least >= RUN.delayMs, `${least} ms`)
    assert.ok(requests >= 20, `${requests} requests`)
  })
}
