import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { article } from './pages.ts'
import { collect, DAY, watch, type Watched, type Web } from './simulated-health.ts'

const [ONE, TWO, OTHER] = ['https://a.com/1', 'https://a.com/2', 'https://b.com/1'] as const
const OK: Web = Object.fromEntries([ONE, TWO, OTHER].map((url, index) => [url, { body: article(url, index) }]))
const SOLD = { status: 301, headers: { location: 'https://casino.net/win' } }

async function asked(location: string): Promise<Review[]> {
  const registry = await openRegistry(location, { readOnly: true })
  const reviews = await collect(registry.streamReviews({ state: 'all' }))
  await registry.close()
  return reviews
}

const told = ({ kind, subject, count, state }: Review): string => `${kind} ${subject} × ${count} ${state}`

/** One look a day at webs that follow each other. */
async function live(watched: Watched, ...webs: readonly Web[]): Promise<void> {
  for (const web of webs) {
    watched.web = web
    watched.clock.time += DAY + 1
    await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
  }
}

/** What link health asks people, on either database. */
export function askingContract({ dialect, freshLocation }: TestDatabases): void {
  describe(`${dialect} link health asks people`, () => {
    const sources = { hosts: { allow: ['a.com', 'b.com'] } }

    test('a host that may have been sold is one item, with URL and evidence, until all of it is back', async (t) => {
      const location = await freshLocation()
      const watched = await watch(t, location, [ONE, TWO, OTHER], OK, sources)
      await live(watched, OK, { ...OK, [ONE]: SOLD, [TWO]: SOLD }, { ...OK, [ONE]: SOLD, [TWO]: SOLD })
      const [review, ...others] = await asked(location)
      assert.deepEqual(others, [])
      assert.equal(review === undefined ? '' : told(review), 'takeover_suspect a.com casino.net × 2 open')
      const { examples, evidence, leadsTo } = (review?.detail ?? {}) as Record<string, unknown>
      assert.deepEqual([examples, leadsTo], [[ONE, TWO], 'https://casino.net/win'])
      assert.match(
        JSON.stringify(evidence),
        /"status":301,"failure":null,"chain":\[\{"status":301,"to":"https:\/\/casino\.net\/win"/,
      )
      await live(watched, { ...OK, [ONE]: SOLD })
      assert.deepEqual(
        (await asked(location)).map(({ state }) => state),
        ['open'],
      )
      await live(watched, OK)
      assert.deepEqual(
        (await asked(location)).map(({ state }) => state),
        ['over'],
      )
    })

    test('a page that is gone raises one review, and another one if it is gone again after a decision', async (t) => {
      const location = await freshLocation()
      const watched = await watch(t, location, [ONE, OTHER], OK, sources)
      const gone = { ...OK, [ONE]: { status: 410 } }
      await live(watched, OK, gone, gone)
      assert.deepEqual((await asked(location)).map(told), [`gone ${ONE} × 1 open`])
      const registry = await openRegistry(location, { now: watched.clock.now })
      await registry.decideReview(1, { verb: 'accept', by: 'ada', why: 'it was withdrawn' })
      await live(watched, gone)
      assert.deepEqual(
        (await asked(location)).map(({ state }) => state),
        ['accepted'],
      )
      await live(watched, OK, OK, gone)
      const [again] = await asked(location)
      assert.equal(again === undefined ? '' : told(again), `gone ${ONE} × 2 open`)
      assert.match(
        JSON.stringify(again?.detail),
        /"before":\{"state":"accepted","by":"ada","at":"[^"]+","why":"it was withdrawn"\}/,
      )
      await registry.close()
    })

    test('a host that is silent is one item for all of its pages', async (t) => {
      const location = await freshLocation()
      const watched = await watch(t, location, [ONE, TWO, OTHER], OK, sources)
      const silent = { ...OK, [ONE]: { error: 'ECONNREFUSED' }, [TWO]: { error: 'ECONNREFUSED' } }
      await live(watched, OK, silent, silent, silent, silent)
      assert.deepEqual((await asked(location)).map(told), ['gone a.com connect_refused × 2 open'])
    })
  })
}
