import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { judge } from '../../../src/health/verdict.ts'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import type { Registry } from '@canonist/registry/internal/registry/registry'
import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { html, prose } from './pages.ts'
import { collect, DAY, verdictOn, watch, type Watched, type Web } from './simulated-health.ts'

const PAGE = 'https://example.com/tea'
const nav = '<nav>Home Shop Recipes Contact About us Imprint Privacy Sitemap</nav>'
const site = (title: string, seed: number): Web[string] => ({ body: `${nav}${html(title, prose(seed))}` })
const OURS = site('Tea | Example', 1)
const REDESIGNED = site('All about tea', 2)
const CASINO = { body: html('Mega Slots', prose(7)) }
const SALE = { body: html('example.com', 'This domain is for sale. Buy this domain') }

interface Suspected extends Watched {
  readonly registry: Registry
  /** Looks at all pages so many days later, with this at the place of each URL. */
  look(days: number, web: Web): Promise<void>
  reviews(): Promise<Review[]>
}

async function suspect(t: TestContext, location: string, urls: readonly string[]): Promise<Suspected> {
  const watched = await watch(t, location, urls, {})
  const registry = await openRegistry(location, { now: watched.clock.now })
  t.after(() => registry.close())
  return Object.assign(watched, {
    registry,
    async look(days: number, web: Web) {
      watched.clock.time += days * DAY
      watched.web = web
      await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
      for await (const { pageId, verdict, reasons } of watched.health.streamVerdicts()) {
        const again = judge(await watched.health.readHistory(pageId))
        assert.deepEqual([again?.verdict, again?.reasons], [verdict, reasons], 'what is stored gives the verdict again')
      }
    },
    reviews: () => collect(registry.streamReviews({ state: 'all' })),
  })
}

const readSuspicion = async ({ health }: Watched, url = PAGE): Promise<string> => {
  const { verdict, reasons } = await verdictOn(health, url)
  return [verdict, ...reasons].join(' ')
}

const REPLACED = 'takeover_suspect text_replaced'
const PARKED = 'takeover_suspect domain_parked'
const decision = { by: 'ana', why: null }

/** What is suspected of a page holds until a person decides, on either database. */
export function suspicionContract({ dialect, freshLocation }: TestDatabases): void {
  describe(`${dialect} pages that may have another owner`, () => {
    test('a replaced text is a suspicion that no time heals, and one open review', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: OURS })
      assert.equal(await readSuspicion(page), 'healthy')
      for (const days of [7, 15, 30, 60, 400]) {
        await page.look(days, { [PAGE]: CASINO })
        assert.equal(await readSuspicion(page), REPLACED, `${days} days later`)
        assert.deepEqual(
          (await page.reviews()).map(({ kind, subject, state }) => [kind, subject, state]),
          [['replaced_text', PAGE, 'open']],
        )
      }
      const { suspicion, lastGood } = await verdictOn(page.health, PAGE)
      assert.deepEqual(
        [suspicion, lastGood],
        [{ reason: 'text_replaced', since: '2026-01-08T00:00:00.000Z', isRefused: false }, '2026-01-01T00:00:00.000Z'],
      )
    })

    test('nor do forty looks, nor the former text', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: OURS })
      for (let look = 0; look < 40; look += 1) await page.look(1, { [PAGE]: CASINO })
      for (let look = 0; look < 40; look += 1) await page.look(1, { [PAGE]: OURS })
      assert.equal(await readSuspicion(page), REPLACED)
      const [review] = await page.reviews()
      assert.equal(review?.state, 'open')
    })

    test('accepted, the page is healthy at once and stays so, until its text is replaced again', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: OURS })
      await page.look(7, { [PAGE]: CASINO })
      const [review] = await page.reviews()
      const shown = await page.registry.showReview(review?.id ?? 0)
      assert.deepEqual(shown?.effects?.accept, { changes: 'verdict', pageDecision: 'accepted', pages: 1 })
      page.clock.time += DAY
      await page.registry.decideReview(review?.id ?? 0, { ...decision, verb: 'accept' })
      assert.equal(await readSuspicion(page), 'healthy')
      const { since, lastGood } = await verdictOn(page.health, PAGE)
      assert.deepEqual([since, lastGood], ['2026-01-09T00:00:00.000Z', '2026-01-08T00:00:00.000Z'])
      for (const days of [1, 30]) await page.look(days, { [PAGE]: CASINO })
      assert.deepEqual([await readSuspicion(page), (await page.reviews())[0]?.state], ['healthy', 'accepted'])
      await page.look(30, { [PAGE]: { body: html('Cheap pills', prose(8)) } })
      assert.deepEqual([await readSuspicion(page), (await page.reviews())[0]?.state], [REPLACED, 'open'])
    })

    test('rejected, the page stays out until the former text is back twice', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: OURS })
      await page.look(7, { [PAGE]: CASINO })
      const [review] = await page.reviews()
      await page.registry.decideReview(review?.id ?? 0, { ...decision, verb: 'reject' })
      assert.equal(await readSuspicion(page), REPLACED)
      await page.look(90, { [PAGE]: CASINO })
      assert.deepEqual([await readSuspicion(page), (await page.reviews())[0]?.state], [REPLACED, 'rejected'])
      await page.look(1, { [PAGE]: OURS })
      assert.equal(await readSuspicion(page), 'degraded recovering')
      await page.look(1, { [PAGE]: OURS })
      assert.equal(await readSuspicion(page), 'healthy')
    })

    test('a page that its owner has rewritten is healthy, with a note for two weeks', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: OURS })
      await page.look(7, { [PAGE]: REDESIGNED })
      const { verdict, notes } = await verdictOn(page.health, PAGE)
      assert.deepEqual([verdict, notes, await page.reviews()], ['healthy', ['drift_rewrite'], []])
    })

    test('a domain for sale is one review for its host, which its later pages follow', async (t) => {
      const [other, third] = ['https://example.com/cup', 'https://example.com/pot']
      const sound = { [PAGE]: OURS, [other]: site('Cup | Example', 3), [third]: site('Pot | Example', 4) }
      const page = await suspect(t, await freshLocation(), [PAGE, other, third])
      await page.look(0, sound)
      await page.look(7, { ...sound, [PAGE]: SALE, [other]: SALE })
      await page.look(40, { ...sound, [PAGE]: SALE, [other]: SALE })
      assert.deepEqual(
        [await readSuspicion(page), await readSuspicion(page, other), await readSuspicion(page, third)],
        [PARKED, PARKED, 'healthy'],
      )
      const reviews = await page.reviews()
      assert.deepEqual(
        reviews.map(({ kind, subject, state }) => [kind, subject, state]),
        [['takeover_suspect', 'example.com parked', 'open']],
      )
      await page.registry.decideReview(reviews[0]?.id ?? 0, { ...decision, verb: 'reject' })
      assert.deepEqual([await readSuspicion(page), await readSuspicion(page, other)], ['healthy', 'healthy'])
      await page.look(1, { [PAGE]: SALE, [other]: SALE, [third]: SALE })
      assert.deepEqual([await readSuspicion(page), await readSuspicion(page, third)], ['healthy', 'healthy'])
      assert.equal((await page.reviews())[0]?.state, 'rejected')
    })

    test('a page for sale at the first look was never seen in order', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: SALE })
      await page.look(30, { [PAGE]: SALE })
      assert.deepEqual([await readSuspicion(page), (await verdictOn(page.health, PAGE)).lastGood], [PARKED, null])
    })

    test('a page that dies under suspicion is gone, and both are asked about', async (t) => {
      const page = await suspect(t, await freshLocation(), [PAGE])
      await page.look(0, { [PAGE]: OURS })
      await page.look(7, { [PAGE]: CASINO })
      await page.look(1, { [PAGE]: { status: 410 } })
      assert.deepEqual(
        (await page.reviews()).map(({ kind, state }) => [kind, state]),
        [
          ['replaced_text', 'open'],
          ['gone', 'open'],
        ],
      )
      await page.look(1, { [PAGE]: OURS })
      assert.equal(await readSuspicion(page), REPLACED)
    })
  })
}
