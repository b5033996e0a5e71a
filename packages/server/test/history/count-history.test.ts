import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CountSampler, readCountHistory } from '../../src/history/count-history.ts'
import { writeCountSample } from '../../src/history/count-samples.sql.ts'
import { openCanonist, type Canonist } from '../../src/canonist/open-canonist.ts'
import { countAll } from '../../src/canonist/count-all.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1)

for (const databases of await bothDatabases())
  describe(`${databases.dialect}: counts over time`, () => {
    async function open(now: () => number): Promise<Canonist> {
      return openCanonist(await databases.freshLocation(), { now })
    }
    async function sample(canonist: Canonist, pages: number, now: number): Promise<void> {
      const counts = { ...(await countAll(canonist)), pages }
      await canonist.context.database.transaction((transaction) => writeCountSample(transaction, counts, now))
    }

    test('the newest sample of a minute counts, and the oldest comes first', async () => {
      const canonist = await open(() => START + HOUR)
      for (const [pages, at] of [
        [1, 0],
        [2, 30_000],
        [3, 60_000],
      ] as const)
        await sample(canonist, pages, START + at)
      const { step, items } = await readCountHistory(canonist, DAY)
      assert.equal(step, 'minute')
      assert.deepEqual(
        items.map(({ at, counts }) => [at - START, counts.pages]),
        [
          [0, 2],
          [60_000, 3],
        ],
      )
      await canonist.close()
    })

    test('a longer time has wider steps, and reaches back behind what is kept of narrow ones', async () => {
      let now = START
      const canonist = await open(() => now)
      for (let day = 0; day < 5; day += 1) {
        await sample(canonist, day, now)
        now += DAY
      }
      const steps = await Promise.all([DAY, 30 * DAY, 400 * DAY].map((span) => readCountHistory(canonist, span)))
      assert.deepEqual(
        steps.map(({ step, items }) => [step, items.length]),
        [
          ['minute', 1],
          ['hour', 5],
          ['day', 5],
        ],
      )
      await canonist.close()
    })

    // In minutes: often enough that a chart of two days cannot show every sample.
    const EVERY = 3
    test('the table stays small, and a chart gets at most 360 points, the newest among them', async () => {
      const canonist = await open(() => START + 3 * DAY)
      const counts = await countAll(canonist)
      await canonist.context.database.transaction(async (transaction) => {
        for (let minute = 0; minute < 3 * 24 * 60; minute += EVERY)
          await writeCountSample(transaction, { ...counts, pages: minute }, START + minute * 60_000)
      })
      const rows = await canonist.context.database.all<{ readonly step: string; readonly n: number }>(
        'select step, count(*) as n from count_samples group by step order by step',
      )
      assert.deepEqual(
        rows.map(({ step, n }) => [step, n]),
        [
          ['day', 3],
          ['hour', 72],
          ['minute', (2 * 24 * 60) / EVERY + 1],
        ],
      )
      const { items } = await readCountHistory(canonist, 2 * DAY)
      assert.ok(items.length > 300 && items.length <= 360, String(items.length))
      assert.equal(items.at(-1)?.counts.pages, 3 * 24 * 60 - EVERY)
      await canonist.close()
    })
  })

test('a sampler writes a sample at once, and reports one that cannot be written', async () => {
  const canonist = await openCanonist(':memory:', { now: () => START })
  const errors: unknown[] = []
  const sampler = new CountSampler(canonist, { now: () => START, onError: (error) => errors.push(error) })
  await sampler.close()
  assert.equal((await readCountHistory(canonist, DAY)).items.length, 1)
  await canonist.close()
  await new CountSampler(canonist, { now: () => START, onError: (error) => errors.push(error) }).close()
  assert.equal(errors.length, 1)
})
