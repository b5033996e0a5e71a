import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, policies, type Policy } from '@canonist/core'
import type { Line } from '../../src/registry/ingest/line.ts'
import type { PreparedBatch } from '../../src/registry/ingest/prepare-batch.ts'
import { BatchPreparer } from '../../src/registry/ingest/batch-preparer.ts'
import { unpackUrls } from '../../src/registry/ingest/unpack-urls.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import { mixedLines } from './support/mixed-lines.ts'
import { remembered } from './support/remembered.ts'

const LINES: readonly Line[] = [
  ...mixedLines(500),
  'https://a.example/\ud800',
  'https://a.example/\ud800',
  'https://a.example/\ufffd',
  'https://a.example/\0',
  'https://a.example/日本?b=2&a=1#x',
  { raw: Uint8Array.of(255), code: 'line/invalid-utf8', message: 'no text' },
]

const ALL = { lines: LINES, isLast: false }
const FEW = { lines: LINES.slice(0, 9), isLast: true }

/** What was packed, spelled out. */
const shown = ({ urls, invalidLines, ...rest }: PreparedBatch): unknown => ({
  rest,
  invalidLines: invalidLines.map(({ raw, rawHash, code, message, count }) => [[...raw], rawHash, code, message, count]),
  hosts: urls.hosts,
  urls: [...unpackUrls(urls)],
})

const POLICIES: readonly Policy[] = [
  policies.dedupe,
  policies.sources,
  definePolicy({ name: 'dedupe', extends: 'dedupe', www: 'strip' }),
]

for (const policy of POLICIES) {
  test(`${policy.name} ${policy.fingerprint}: another thread prepares what this one would`, async () => {
    const [here, there] = [new BatchPreparer(policy, false), new BatchPreparer(policy, true)]
    const [first, second] = [there.begin(ALL), there.begin(FEW)]
    assert.deepEqual(shown(await first()), shown(await here.begin(ALL)()))
    assert.deepEqual(shown(await second()), shown(await here.begin(FEW)()))
    await there.close()
  })
}

test('a spelling that cannot be kept as it is is counted with the one that is kept', async () => {
  const { urls } = await new BatchPreparer(policies.dedupe, false).begin(ALL)()
  assert.equal([...unpackUrls(urls)].find(({ rawUrl }) => rawUrl === 'https://a.example/\ufffd')?.count, 3)
})

test('a thread that ends rejects the calls that wait for it', async () => {
  const preparer = new BatchPreparer(policies.dedupe, true)
  const waiting = preparer.begin(ALL)()
  await preparer.close()
  await assert.rejects(waiting, /exited with code/)
})

test('with a thread or without, ingest ends the same', async () => {
  const { freshLocation } = sqliteFiles()
  const states = []
  for (const usesThread of [true, false]) {
    const location = await freshLocation()
    const registry = await openRegistry(location)
    await registry.ingest(LINES, { batchLines: 60, usesThread })
    await registry.close()
    const database = await openDatabase(location)
    states.push(await remembered(database))
    await database.close()
  }
  assert.deepEqual(states[0], states[1])
})
