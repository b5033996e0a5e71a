import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { policies } from '@canonist/core'
import { listChanges } from '../../src/history/list-changes.ts'
import { writeCountSample } from '../../src/history/count-samples.sql.ts'
import { openCanonist } from '../../src/canonist/open-canonist.ts'
import { Runner } from '../../src/runs/runner.ts'
import { countAll } from '../../src/canonist/count-all.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 1)

for (const { dialect, freshLocation } of await bothDatabases())
  describe(`${dialect}: what has changed since a time`, () => {
    async function openAt() {
      const clock = { now: START }
      const canonist = await openCanonist(await freshLocation(), { now: () => clock.now })
      return { canonist, clock }
    }

    test('only what happened after it, the newest first, with the counts of then', async () => {
      const { canonist, clock } = await openAt()
      const { database } = canonist.context
      const registry = await canonist.registry()
      const raise = (subject: string) =>
        registry.raiseReviews([{ kind: 'learned_rule', subject, detail: { sites: {} }, count: 1 }])
      await registry.ingest(['https://a.example/', 'https://b.example/'])
      await raise('a.example: strip old')
      const counts = await countAll(canonist)
      await database.transaction((transaction) => writeCountSample(transaction, counts, START))

      clock.now = START + HOUR
      await raise('a.example: strip sid')
      await raise('b.example: strip sid')
      await registry.ingest(['https://c.example/'])
      clock.now = START + 2 * HOUR
      await database.run(
        `insert into host_clocks (host_id, allowed_at, ready_at, failures, failing_since, reason, is_down)
         values ((select id from hosts where host = 'b.example'), 0, 0, 8, $1, 'timeout', 1)`,
        [clock.now],
      )
      clock.now = START + 3 * HOUR
      const { run } = await registry.rekey(policies.links)
      clock.now = START + 4 * HOUR
      const runner = await Runner.open(canonist, { now: () => clock.now })
      const { id } = await runner.start('ingest', { upload: 9 }, 'ada')
      await runner.waitFor(id)
      await runner.close()

      const { before, items } = await listChanges(canonist, START + HOUR / 2)
      assert.equal(before?.pages, 2)
      assert.deepEqual(items, [
        { type: 'run', at: isoTime(START + 4 * HOUR), id, kind: 'ingest', state: 'failed' },
        {
          type: 'rekey',
          at: isoTime(START + 3 * HOUR),
          run,
          policy: 'links',
          changed: 0,
          merged: 0,
          made: 0,
          isUndone: false,
        },
        { type: 'host', at: isoTime(START + 2 * HOUR), host: 'b.example', reason: 'timeout' },
        {
          type: 'reviews',
          at: isoTime(START + HOUR),
          kind: 'learned_rule',
          reviews: 2,
          subject: 'b.example: strip sid',
        },
      ])
      await canonist.close()
    })

    test('nothing happened: no items, and without samples no counts', async () => {
      const { canonist } = await openAt()
      assert.deepEqual(await listChanges(canonist, START - HOUR), { before: null, items: [] })
      await canonist.close()
    })
  })
