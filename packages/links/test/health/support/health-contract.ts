import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { definePolicy } from '@canonist/core'
import { openHealth } from '../../../src/health/open-health.ts'
import { judge } from '../../../src/health/verdict.ts'
import type { Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { article, html, prose } from './pages.ts'
import { collect, DAY, HOUR, verdictOn, readVerdicts, watch, type Watched, type Web } from './simulated-health.ts'

const PAGE = 'https://example.com/tea'
const OK = { body: article('Tea', 1) }
const MISSING = { status: 404 }

/** One look after the other, so many hours apart. */
async function lookEvery(watched: Watched, hours: number, times: number): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    if (look > 0) watched.clock.time += hours * HOUR
    await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
  }
}

/** What passes over a registry promise, on either database. */
export function healthContract({ dialect, freshLocation }: TestDatabases): void {
  describe(`${dialect} link health`, () => {
    test('a page that fails three times over 72 hours is gone, and the report says since when', async (t) => {
      const watched = await watch(t, await freshLocation(), [PAGE], { [PAGE]: MISSING })
      await lookEvery(watched, 36, 2)
      assert.equal((await verdictOn(watched.health, PAGE)).verdict, 'degraded')
      watched.clock.time += 36 * HOUR
      await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
      const { verdict, reasons, since, failingSince } = await verdictOn(watched.health, PAGE)
      assert.deepEqual([verdict, reasons], ['gone', ['three_failures', 'status_404']])
      assert.deepEqual([failingSince, since], ['2026-01-01T00:00:00.000Z', '2026-01-04T00:00:00.000Z'])
    })

    test('what is stored gives the stored verdict again, however long the history', async (t) => {
      const watched = await watch(t, await freshLocation(), [PAGE], { [PAGE]: OK })
      const turns: Web[] = [
        { [PAGE]: OK },
        { [PAGE]: MISSING },
        { [PAGE]: { status: 429 } },
        { [PAGE]: { body: article('Tea', 2) } },
      ]
      for (let look = 0; look < 60; look += 1) {
        watched.web = turns[(look * look) % turns.length] ?? {}
        watched.clock.time += 7 * HOUR
        await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
        const { pageId, verdict, reasons, notes, drift, movedTo } = await verdictOn(watched.health, PAGE)
        const history = await watched.health.readHistory(pageId)
        const again = judge(history)
        assert.ok(history.length < 50, 'the history is bounded')
        assert.deepEqual(
          [again?.verdict, again?.reasons, again?.notes, again?.drift, again?.movedTo],
          [verdict, reasons, notes, drift, movedTo],
        )
      }
    })

    test('only what is due is looked at: daily, weekly, monthly; by hand before the policy', async (t) => {
      const urls = ['https://a.com/p0', 'https://b.com/p1', 'https://b.com/hand', 'https://c.com/p2']
      const web = Object.fromEntries(urls.map((url, index) => [url, { body: article(url, index) }]))
      const sites = { 'a.com': { health: { priority: 'P0' } }, 'b.com': { health: { priority: 'P1' } } } as const
      const { health, clock, fetcher } = await watch(t, await freshLocation(), urls, web, { sites })
      const [hand = null] = await health.locate(['https://b.com/hand?utm_source=x'])
      await health.setPriority(hand === null ? [] : [hand], 'P2')
      const due = async (): Promise<string[]> => (await collect(health.streamDue())).map(({ url }) => url)
      assert.equal((await due()).length, 4)
      await health.check({ fetcher })
      assert.deepEqual(await due(), [])
      clock.time += DAY
      assert.deepEqual(await due(), ['https://a.com/p0'])
      clock.time += 6 * DAY
      assert.deepEqual(await due(), ['https://a.com/p0', 'https://b.com/p1'])
      clock.time += 23 * DAY
      assert.deepEqual((await due()).toSorted(), urls.toSorted())
      const looked: string[] = []
      await health.check({ fetcher, onChecked: ({ page }) => looked.push(page.url) })
      assert.deepEqual(looked.toSorted(), urls.toSorted())
    })

    test('what one look condemned is looked at daily for three days, and then as often as any page', async (t) => {
      const watched = await watch(t, await freshLocation(), [PAGE], { [PAGE]: { status: 410 } })
      const waits: number[] = []
      for (let look = 0; look < 5; look += 1) {
        await watched.health.check({ fetcher: watched.fetcher })
        const { dueAt } = await verdictOn(watched.health, PAGE)
        waits.push((Date.parse(dueAt) - watched.clock.time) / DAY)
        watched.clock.time = Date.parse(dueAt)
      }
      assert.deepEqual(waits, [1, 1, 1, 30, 30])
    })

    test('a page that is set to daily is due a day after it was looked at', async (t) => {
      const { health, clock, fetcher } = await watch(t, await freshLocation(), [PAGE], { [PAGE]: OK })
      await health.check({ fetcher })
      clock.time += 2 * DAY
      assert.deepEqual(await collect(health.streamDue()), [])
      const [id = null] = await health.locate([PAGE])
      await health.setPriority(id === null ? [] : [id], 'P0')
      assert.deepEqual(
        (await collect(health.streamDue())).map(({ url, priority }) => [url, priority]),
        [[PAGE, 'P0']],
      )
    })

    test('what the policy comes to want daily is due at the next pass, without a look between', async (t) => {
      const location = await freshLocation()
      const urls = ['https://sub.a.com/1', 'https://a.com/p/2', 'https://b.com/3', 'https://b.com/hand']
      const web = Object.fromEntries(urls.map((url, index) => [url, { body: article(url, index) }]))
      const { health, clock, fetcher } = await watch(t, location, urls, web)
      const [hand = null] = await health.locate(['https://b.com/hand'])
      await health.setPriority(hand === null ? [] : [hand], 'P2')
      await health.check({ fetcher })
      clock.time += 3 * DAY
      const sites = {
        'a.com': { paths: { '/p': { health: { priority: 'P1' } } }, health: { priority: 'P0' } },
        'b.com': { health: { priority: 'P1' } },
      } as const
      const policy = definePolicy({ name: 'sooner', extends: 'dedupe', sites })
      const other = await openHealth(location, { now: clock.now, policy })
      t.after(() => other.close())
      const due = async (): Promise<string[]> => (await collect(other.streamDue())).map(({ url }) => url)
      const looked: string[] = []
      const look = () => other.check({ fetcher, onChecked: ({ page }) => looked.push(page.url) })
      assert.deepEqual(await due(), ['https://sub.a.com/1'])
      await look()
      assert.deepEqual(looked, ['https://sub.a.com/1'])
      clock.time += 4 * DAY - HOUR
      assert.deepEqual(await due(), ['https://sub.a.com/1'])
      clock.time += HOUR
      assert.deepEqual((await due()).toSorted(), ['https://a.com/p/2', 'https://b.com/3', 'https://sub.a.com/1'])
      await other.setPriority(hand === null ? [] : [hand], null)
      assert.equal((await due()).length, 4)
      await look()
      assert.equal(looked.length, 5)
    })

    test('changed deadlines are reported for two weeks, however often the page is checked', async (t) => {
      const text = (day: number) => ({ body: html('Aid', `<p>${prose(3)}</p><p>Until ${day} March 2027.</p>`) })
      const watched = await watch(t, await freshLocation(), [PAGE], { [PAGE]: text(3) })
      const told: boolean[] = []
      for (let day = 0; day < 20; day += 1) {
        if (day === 2) watched.web = { [PAGE]: text(9) }
        await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
        const { notes, pageId } = await verdictOn(watched.health, PAGE)
        told.push(notes.includes('drift_dates_and_amounts'))
        assert.equal(judge(await watched.health.readHistory(pageId))?.notes.join(), notes.join())
        watched.clock.time += DAY
      }
      assert.deepEqual([told.indexOf(true), told.lastIndexOf(true), told.filter(Boolean).length], [2, 15, 14])
    })

    test('a host and a limit narrow a pass', async (t) => {
      const urls = ['https://a.com/1', 'https://a.com/2', 'https://b.com/1', 'https://b.com/2', 'https://b.com/3']
      const { health, fetcher } = await watch(t, await freshLocation(), urls, {})
      const report = await health.check({ fetcher, filter: { host: 'b.com' }, limit: 2 })
      assert.equal(report.checked, 2)
      const looked = Object.keys(await readVerdicts(health))
      assert.deepEqual([looked.length, looked.every((url) => url.startsWith('https://b.com/'))], [2, true])
      assert.equal((await health.check({ fetcher })).checked, 3)
      assert.equal((await health.check({ fetcher })).checked, 0)
    })

    test('a pass may be about more pages than a statement takes values', async (t) => {
      const { health, fetcher } = await watch(t, await freshLocation(), [PAGE, 'https://a.com/1'], { [PAGE]: OK })
      const [id = null] = await health.locate([PAGE])
      const pageIds = [id ?? 0, ...Array.from({ length: 70_000 }, (_, index) => index + 1000)]
      assert.equal((await health.check({ fetcher, filter: { pageIds } })).checked, 1)
      assert.equal((await collect(health.streamVerdicts({ pageIds }))).length, 1)
      assert.equal((await collect(health.streamDue({ pageIds: [] }))).length, 0)
    })

    test('a host that asks to be left alone is left alone, by the next pass too', async (t) => {
      const urls = ['https://busy.com/1', 'https://busy.com/2', 'https://a.com/1']
      const busy = { status: 429, headers: { 'retry-after': '7200' } }
      const { health, clock, fetcher, asked } = await watch(t, await freshLocation(), urls, {
        'https://busy.com/*': busy,
      })
      const report = await health.check({ fetcher })
      assert.deepEqual([report.checked, report.postponed], [2, 1])
      assert.deepEqual(
        report.pausedHosts.map(({ host, reason }) => [host, reason]),
        [['busy.com', 'asked']],
      )
      const before = asked.length
      clock.time += HOUR
      assert.equal((await health.check({ fetcher })).checked, 0)
      assert.equal(asked.length, before)
      clock.time += HOUR + 1
      assert.equal((await health.check({ fetcher })).checked, 1)
    })

    test('after five failures of a host its other pages are postponed, not judged', async (t) => {
      const urls = Array.from({ length: 8 }, (_, index) => `https://down.com/${index}`)
      const web = { 'https://down.com/*': { error: 'ECONNREFUSED' } }
      const { health, fetcher, clock } = await watch(t, await freshLocation(), urls, web)
      const report = await health.check({ fetcher })
      assert.deepEqual([report.checked, report.postponed], [5, 3])
      assert.deepEqual(
        report.pausedHosts.map(({ reason }) => reason),
        ['failing'],
      )
      assert.equal(Object.keys(await readVerdicts(health)).length, 5)
      clock.time += HOUR + 1
      assert.equal((await health.check({ fetcher })).checked, 3)
    })

    test('missing pages are no failures of their host', async (t) => {
      const urls = Array.from({ length: 8 }, (_, index) => `https://up.com/${index}`)
      const { health, fetcher } = await watch(t, await freshLocation(), urls, {})
      assert.equal((await health.check({ fetcher })).checked, 8)
    })

    test('if no server answers, no page is blamed', async (t) => {
      const urls = ['https://a.com/1', 'https://b.com/1', 'https://c.com/1']
      const silence = { error: 'ENETUNREACH' }
      const web = Object.fromEntries(urls.map((url) => [url, silence]))
      const watched = await watch(t, await freshLocation(), urls, web)
      for (let look = 0; look < 5; look += 1) {
        watched.clock.time += DAY
        const { isNetworkSilent } = await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
        assert.equal(isNetworkSilent, true)
      }
      assert.deepEqual(new Set(Object.values(await readVerdicts(watched.health))), new Set(['inconclusive']))
      watched.web = { ...web, 'https://a.com/1': OK }
      watched.clock.time += DAY
      await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
      assert.deepEqual(await readVerdicts(watched.health), {
        'https://a.com/1': 'healthy',
        'https://b.com/1': 'degraded',
        'https://c.com/1': 'degraded',
      })
    })

    test('two at once look at every page once', async (t) => {
      const location = await freshLocation()
      const urls = Array.from({ length: 40 }, (_, index) => `https://h${index % 4}.com/${index}`)
      const { health, clock, fetcher } = await watch(t, location, urls, {})
      const other = await openHealth(location, { now: clock.now })
      t.after(() => other.close())
      const looked: string[] = []
      const onChecked = ({ page }: { readonly page: { readonly url: string } }): void => void looked.push(page.url)
      await Promise.all([health, other].map((one) => one.check({ fetcher, onChecked, leaseMs: 300 })))
      assert.deepEqual(looked.toSorted(), urls.toSorted())
    })

    test('who has lost a host to another writes nothing', async (t) => {
      const location = await freshLocation()
      const thief = await openDatabase(location)
      t.after(() => thief.close())
      const { health, fetcher } = await watch(t, location, [PAGE], { [PAGE]: OK })
      const controller = new AbortController()
      let looks = 0
      const robbed: Fetcher = {
        ...fetcher,
        follow: async (url, options) => {
          looks += 1
          if (looks === 1)
            await thief.run("update host_checks set claimed_by = 'another', claimed_until = 99999999999999")
          return fetcher.follow(url, options)
        },
      }
      const check = health.check({ fetcher: robbed, leaseMs: 150, signal: controller.signal })
      await setTimeout(400)
      assert.deepEqual([looks > 0, await readVerdicts(health)], [true, {}])
      await thief.run('update host_checks set claimed_by = null, claimed_until = 0')
      await check
      assert.deepEqual(await readVerdicts(health), { [PAGE]: 'healthy' })
    })

    test('a pass that is called off gives its hosts back', async (t) => {
      const location = await freshLocation()
      const urls = ['https://a.com/1', 'https://a.com/2', 'https://a.com/3']
      const { health, fetcher } = await watch(t, location, urls, {})
      const controller = new AbortController()
      const report = await health.check({ fetcher, signal: controller.signal, onChecked: () => controller.abort() })
      assert.deepEqual([report.checked, report.isInterrupted], [1, true])
      assert.equal((await health.check({ fetcher })).checked, 2)
    })

    test('a clock that is set back causes no second check', async (t) => {
      const urls = ['https://a.com/1', 'https://a.com/2', 'https://a.com/3']
      const { health, clock, fetcher } = await watch(t, await freshLocation(), urls, {})
      const looked: string[] = []
      await health.check({
        fetcher,
        onChecked({ page }) {
          looked.push(page.url)
          clock.time -= 10 * DAY
        },
      })
      assert.deepEqual(looked.toSorted(), urls)
    })

    test('a host is asked for a page that never existed once a day', async (t) => {
      const urls = Array.from({ length: 5 }, (_, index) => `https://soft.com/${index}`)
      const shell = { body: html('Search', 'nothing was found for what you asked '.repeat(6)) }
      const home = { body: article('Home', 8) }
      const web = { 'https://soft.com/*': shell, 'https://soft.com/': home }
      const watched = await watch(t, await freshLocation(), urls, web)
      await watched.health.check({ fetcher: watched.fetcher })
      const probes = (): number => watched.asked.filter((each) => each.includes('canonist-')).length
      assert.equal(probes(), 1)
      assert.deepEqual(new Set(Object.values(await readVerdicts(watched.health))), new Set(['soft404']))
      watched.clock.time += DAY
      await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
      assert.equal(probes(), 2)
    })

    const few = html('Aviso', 'Eso no lo tenemos; pruebe otra cosa')
    for (const [why, body, home, verdict] of [
      ['of a few words', few, article('Home', 8), 'soft404'],
      ['of a few words that scripts may fill', `${few}<script src="/app.js"></script>`, article('Home', 8), 'healthy'],
      ['of a few words, as its home page has', few, few, 'inconclusive'],
      ['without a word', html('Aviso', ''), article('Home', 8), 'healthy'],
    ] as const) {
      test(`the page ${why} that a host gives for everything -> ${verdict}`, async (t) => {
        const web = { 'https://few.com/*': { body }, 'https://few.com/': { body: home } }
        const { health, fetcher } = await watch(t, await freshLocation(), ['https://few.com/a'], web)
        await health.check({ fetcher })
        assert.deepEqual(await readVerdicts(health), { 'https://few.com/a': verdict })
      })
    }

    test('a site with one text for everything, the home page too, is not judged, and asked as seldom as any', async (t) => {
      const urls = Array.from({ length: 3 }, (_, index) => `https://shell.com/${index}`)
      const { health, fetcher, clock } = await watch(t, await freshLocation(), urls, { 'https://shell.com/*': OK })
      await health.check({ fetcher })
      assert.deepEqual(new Set(Object.values(await readVerdicts(health))), new Set(['inconclusive']))
      const { reasons, dueAt } = await verdictOn(health, 'https://shell.com/1')
      assert.deepEqual([reasons, Date.parse(dueAt) - clock.time], [['like_every_page'], 30 * DAY])
    })

    for (const [why, repair] of [
      ['leads to one page', { status: 302, headers: { location: '/repair' } }],
      ['shows one text', { body: article('Repair', 9) }],
    ] as const) {
      test(`a site that ${why} for a night loses no link, and one that does so for two days loses all`, async (t) => {
        const urls = Array.from({ length: 4 }, (_, index) => `https://site.com/${index}`)
        const day = Object.fromEntries(urls.map((url, index) => [url, { body: article(url, index) }]))
        const night = { 'https://site.com/*': repair, 'https://site.com/repair': { body: article('Repair', 9) } }
        const watched = await watch(t, await freshLocation(), urls, day)
        const held: string[] = []
        for (const web of [day, night, day, night, night]) {
          watched.web = web
          await watched.health.check({ fetcher: watched.fetcher, filter: { isAll: true } })
          held.push([...new Set(Object.values(await readVerdicts(watched.health)))].join())
          watched.clock.time += DAY + HOUR
        }
        assert.deepEqual(held, ['healthy', 'degraded', 'healthy', 'degraded', 'soft404'])
      })
    }
  })
}
