import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCanonist } from '@canonist/server/internal/canonist/open-canonist'
import { ingestWithPriority, type PriorityIngestOptions } from '../../src/health/ingest-with-priority.ts'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { IngestReport, Lines } from '@canonist/registry/internal/registry/ingest/ingest'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const DAY = 24 * 60 * 60 * 1000
const CHECKED_AT = 1_700_000_000_000

interface Watched {
  readonly url: string
  readonly priority: string | null
  readonly due_at: number
}

async function readWatched(location: string): Promise<Watched[]> {
  const database = await openDatabase(location)
  try {
    return await database.all<Watched>(
      `select p.canonical_url as url, s.priority, s.due_at from page_health s join pages p on p.id = s.page_id order by p.id`,
    )
  } finally {
    await database.close()
  }
}

async function change(location: string, sql: string): Promise<void> {
  const database = await openDatabase(location)
  try {
    await database.run(sql)
  } finally {
    await database.close()
  }
}

async function ingestPlainly(location: string, lines: Lines, source?: string): Promise<void> {
  const registry = await openRegistry(location)
  try {
    await registry.ingest(lines, { source, batchLines: 1 })
  } finally {
    await registry.close()
  }
}

async function ingestPrioritised(
  location: string,
  lines: Lines,
  options: PriorityIngestOptions,
): Promise<IngestReport> {
  const canonist = await openCanonist(location)
  try {
    return await ingestWithPriority(canonist.context, lines, options)
  } finally {
    await canonist.close()
  }
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  test(`${dialect}: new and known pages get the priority, each once, and the others keep theirs`, async () => {
    const location = await freshLocation()
    await ingestPlainly(location, ['https://a.com/known', 'https://a.com/other'])
    const lines = ['https://a.com/known', 'https://a.com/new?utm_source=x', 'https://a.com/new', 'no URL']
    const report = await ingestPrioritised(location, lines, { priority: 'P1' })
    assert.deepEqual(report, { seen: 4, new: 1, duplicates: 2, rejected: 1 })
    assert.deepEqual(await readWatched(location), [
      { url: 'https://a.com/known', priority: 'P1', due_at: 0 },
      { url: 'https://a.com/new', priority: 'P1', due_at: 0 },
    ])
  })

  test(`${dialect}: a checked page is due sooner with a higher priority, and never later`, async () => {
    const location = await freshLocation()
    await ingestPrioritised(location, ['https://a.com/'], { priority: 'P2' })
    await change(location, `update page_health set checked_at = ${CHECKED_AT}, due_at = ${CHECKED_AT + 30 * DAY}`)
    await ingestPrioritised(location, ['https://a.com/'], { priority: 'P0' })
    const daily = { url: 'https://a.com/', priority: 'P0', due_at: CHECKED_AT + DAY }
    assert.deepEqual(await readWatched(location), [daily])
    await ingestPrioritised(location, ['https://a.com/'], { priority: 'P1' })
    assert.deepEqual(await readWatched(location), [{ ...daily, priority: 'P1' }])
  })

  test(`${dialect}: the page into which another was merged gets its priority`, async () => {
    const location = await freshLocation()
    await ingestPlainly(location, ['https://a.com/one', 'https://a.com/two'])
    await change(
      location,
      `update pages set merged_into = (select id from pages where canonical_url = 'https://a.com/one')
       where canonical_url = 'https://a.com/two'`,
    )
    await ingestPrioritised(location, ['https://a.com/two'], { priority: 'P0' })
    assert.deepEqual(await readWatched(location), [{ url: 'https://a.com/one', priority: 'P0', due_at: 0 }])
  })

  test(`${dialect}: an interrupted run without a priority is not resumed with one`, async () => {
    const location = await freshLocation()
    async function* failing(): AsyncGenerator<string> {
      yield 'https://a.com/1'
      yield 'https://a.com/2'
      throw new Error('cut')
    }
    await assert.rejects(ingestPlainly(location, failing(), 'list'), /cut/)
    const lines = ['https://a.com/1', 'https://a.com/2', 'https://a.com/3']
    await ingestPrioritised(location, lines, { priority: 'P0', source: 'list' })
    assert.deepEqual(
      (await readWatched(location)).map(({ url }) => url),
      lines,
    )
  })
}
