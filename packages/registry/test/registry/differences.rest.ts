import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePolicy, normalize, policies, type Policy } from '@canonist/core'
import fc from 'fast-check'
import { createRegistry } from '../../src/registry/open-registry.ts'
import { findDifferences } from '../../src/registry/rekey/find-differences.ts'
import type { Database, Value } from '../../src/store/database.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { bothDatabases, sqliteFiles } from '@canonist/test-support/databases.ts'
import { happen, someLines, somePolicy } from './support/rekey-cases.ts'
import { runs } from '@canonist/test-support/runs.ts'

const NO_QUERY = definePolicy({ name: 'no-query', extends: 'dedupe', query: { strip: ['*'] } })
const URLS = ['https://a.example/p?id=1', 'https://a.example/p?id=2', 'https://a.example/p', 'https://a.example/p#top']

const cases: readonly { why: string; before: Policy; after: Policy; merges: object; splits: object }[] = [
  {
    why: 'a lossier policy merges, and a page that stays counts among those that merge',
    before: policies.dedupe,
    after: NO_QUERY,
    merges: { count: 1, pages: 3, examples: [{ url: URLS[2], pages: 3, from: [URLS[2], URLS[0], URLS[1]] }] },
    splits: { count: 0, into: 0, examples: [] },
  },
  {
    why: 'a stricter policy splits, by the raw URLs',
    before: policies.dedupe,
    after: policies.rfc3986,
    merges: { count: 0, pages: 0, examples: [] },
    splits: { count: 1, into: 2, examples: [{ url: URLS[2], pages: 2, into: [URLS[2], URLS[3]] }] },
  },
  {
    why: 'neither need be the active one',
    before: NO_QUERY,
    after: policies.rfc3986,
    merges: { count: 0, pages: 0, examples: [] },
    splits: { count: 1, into: 4, examples: [{ url: URLS[2], pages: 4, into: URLS.toSorted() }] },
  },
  {
    why: 'the same policy changes nothing',
    before: policies.dedupe,
    after: policies.dedupe,
    merges: { count: 0, pages: 0, examples: [] },
    splits: { count: 0, into: 0, examples: [] },
  },
]

for (const databases of await bothDatabases()) {
  for (const { why, before, after, merges, splits } of cases) {
    test(`${databases.dialect}: ${before.name} to ${after.name} (${why})`, async () => {
      const database = await openDatabase(await databases.freshLocation())
      await (await createRegistry(database)).ingest(URLS)
      const found = await findDifferences(database, before, after)
      assert.deepEqual({ merges: found.merges, splits: found.splits }, { merges, splits })
      assert.equal(found.urls, 4)
      await database.close()
    })
  }
}

test('with a domain, only its pages are read', async () => {
  const database = await openDatabase(':memory:')
  await (await createRegistry(database)).ingest([...URLS, 'https://www.a.example/p?id=1', 'https://b.example/p?id=1'])
  const statements: string[] = []
  const recording = {
    ...database,
    stream<Row>(sql: string, values: readonly Value[]) {
      statements.push(sql)
      return database.stream<Row>(sql, values)
    },
  } as Database
  const found = await findDifferences(recording, policies.dedupe, NO_QUERY, { domain: 'a.example' })
  assert.equal(found.urls, 5)
  const plan = await database.all<{ readonly detail: string }>(`explain query plan ${statements[0]}`, [
    'a.example',
    '%.a.example',
  ])
  assert.ok(
    plan.some(({ detail }) => /SEARCH p USING INDEX pages_/.test(detail)),
    JSON.stringify(plan),
  )
  await database.close()
})

/** One of its URLs takes milliseconds. */
const SLOW = definePolicy({ name: 'slow', extends: 'dedupe', rewrites: [{ match: '^/a*a*b$', to: '/c' }] })
const slowUrls = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `https://a.example/${'a'.repeat(1500)}?id=${number}`)

test('while URLs are compared, others get their turns', async () => {
  const database = await openDatabase(':memory:')
  await (await createRegistry(database)).ingest(slowUrls(400))
  let turns = 0
  const counter = setInterval(() => (turns += 1), 1)
  const { urls } = await findDifferences(database, policies.dedupe, SLOW).finally(() => clearInterval(counter))
  assert.equal(urls, 400)
  assert.ok(turns > 10, `only ${turns} turns`)
  await database.close()
})

test('while examples are normalized, others get their turns, and what onProgress throws ends it', async () => {
  const database = await openDatabase(':memory:')
  await (await createRegistry(database)).ingest(slowUrls(500))
  const merging = definePolicy({ name: 'merging', extends: 'dedupe', query: { strip: ['*'] } })
  let stepsAtEnd = 0
  const stopped = new Error('stopped')
  const onProgress = (urls: number): void => {
    if (urls === 500) stepsAtEnd += 1
    if (stepsAtEnd === 10) throw stopped
  }
  await assert.rejects(findDifferences(database, SLOW, merging, { examples: 1000, onProgress }), stopped)
  await database.close()
})

test('merges and splits are what grouping all URLs by both keys gives', async () => {
  const databases = sqliteFiles()
  const property = fc.asyncProperty(
    fc.array(someLines, { minLength: 1, maxLength: 4 }),
    somePolicy,
    somePolicy,
    somePolicy,
    async (events, active, before, after) => {
      const database = await openDatabase(await databases.freshLocation())
      await happen(database, active, events)
      const { merges, splits } = await findDifferences(database, before, after)
      const urls = events.flatMap((event) => (event.kind === 'lines' ? event.urls : []))
      const [byOld, byNew] = [groups(urls, before, after), groups(urls, after, before)]
      assert.deepEqual([splits.count, splits.into], byOld)
      assert.deepEqual([merges.count, merges.pages], byNew)
      await database.close()
    },
  )
  await fc.assert(property, runs(40))
})

/** How many groups of `by` fall apart under `into`, and into how many. */
function groups(urls: readonly string[], by: Policy, into: Policy): [number, number] {
  const parts = new Map<string, Set<string>>()
  for (const url of urls) {
    const key = normalize(url, by)
    parts.set(key, (parts.get(key) ?? new Set()).add(normalize(url, into)))
  }
  const several = [...parts.values()].filter(({ size }) => size > 1)
  return [several.length, several.reduce((sum, { size }) => sum + size, 0)]
}
