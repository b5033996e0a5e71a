import assert from 'node:assert/strict'
import { Meters } from '../../src/worker/monitor/meters.ts'
import { HOUR } from '../frontier/support/stage.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import type { Page, Routes } from '@canonist/test-support/loopback-web.ts'
import { crawlTests } from './support/crawl.ts'

const typed = (type: string | null): Page => ({
  body: '<html><title>A page</title>',
  headers: type === null ? {} : { 'content-type': type },
})

const TYPES: Routes = {
  'http://a.example/html': typed('text/html; charset=utf-8'),
  'http://a.example/plain': typed('Text/Plain'),
  'http://a.example/picture': typed('image/png'),
  'http://a.example/unsaid': typed(null),
}

const ACCEPTS = [
  { accept: [], refuses: [] },
  { accept: ['text/html'], refuses: ['picture', 'plain'] },
  { accept: ['text/*'], refuses: ['picture'] },
  { accept: ['image/png', 'text/plain'], refuses: ['html'] },
] as const

const MISSING: Routes = {
  'http://a.example/': { body: '<html><title>404 Not Found</title><p>News about missing pages' },
  'http://a.example/gone': { body: '<html><title>Page not found | A site</title><p>Sorry.' },
  'http://a.example/there': { body: '<html><title>How to find a page</title><p>It is here.' },
}

const COPIES: Routes = {
  'http://a.example/1': { body: '<html>the same' },
  'http://a.example/2': { body: '<html>the same' },
  'http://b.example/3': { body: '<html>the same' },
  'http://b.example/4': { body: '<html>another' },
}

const SITE: Routes = {
  'http://a.example/': { body: '<html><a href="/1">1</a><a href="/2">2</a><a href="/3">3</a>' },
  'http://a.example/1': { body: '<html>1' },
  'http://a.example/2': { body: '<html>2' },
  'http://a.example/3': { body: '<html>3' },
}

for (const databases of await bothDatabases()) {
  const crawlTest = crawlTests(databases)

  for (const { accept, refuses } of ACCEPTS) {
    const said = refuses.length === 0 ? 'nothing' : refuses.join(' and ')
    crawlTest(`accepting ${JSON.stringify(accept)} refuses ${said}`, TYPES, async ({ frontier, drain, urls }) => {
      await frontier.submit(Object.keys(TYPES))
      await drain({ accept })
      const refused = await urls({ state: 'dead', reason: 'unsupported_type' })
      assert.deepEqual(
        refused.map(({ url }) => url).toSorted(),
        refuses.map((name) => `http://a.example/${name}`).toSorted(),
      )
      assert.ok(refused.every(({ detail, httpStatus }) => detail?.includes('/') === true && httpStatus === 200))
      assert.equal((await urls({ state: 'fetched' })).length, 4 - refuses.length)
    })
  }

  for (const detectsSoft404 of [true, false]) {
    crawlTest(
      `a page that says it is missing is ${detectsSoft404 ? 'soft_404' : 'a page unless that is looked for'}`,
      MISSING,
      async ({ frontier, drain, readState }) => {
        await frontier.submit(Object.keys(MISSING))
        await drain({ detectsSoft404 })
        assert.equal(await readState('http://a.example/'), 'fetched', 'a home page is there')
        assert.equal(await readState('http://a.example/there'), 'fetched')
        assert.equal(await readState('http://a.example/gone'), detectsSoft404 ? 'dead soft_404' : 'fetched')
      },
    )
  }

  crawlTest(
    'a drain requests a missing page once and does not wait, and counts it as dead only the first time',
    { 'http://a.example/': { body: '<html>home' } },
    async ({ frontier, database, drain, asked, urls }) => {
      await frontier.submit(['http://a.example/', 'http://a.example/missing'])
      const meters = new Meters()
      await drain({ meters })
      assert.deepEqual(asked().toSorted(), ['http://a.example/', 'http://a.example/missing'])
      const [dead] = await urls({ state: 'dead', reason: 'not_found' })
      assert.equal(Math.round((Date.parse(dead?.dueAt ?? '') - (await frontier.now())) / HOUR), 24)

      // As if the day were over.
      await database.run(`update frontier_urls set due_at = due_at - ${24 * HOUR} where state = 'dead'`)
      await database.run(`update host_clocks set ready_at = 0`)
      const { results } = await drain({ meters })
      assert.deepEqual(results, { dead: 1 })
      assert.equal((await urls({ state: 'dead' }))[0]?.dueAt, null)
      assert.match(meters.text(), /^frontier_dead_total\{reason="not_found"\} 1$/m)
    },
    { retryBaseMs: 60_000 },
  )

  crawlTest('copies are noted where that is asked for, and stay pages', COPIES, async ({ frontier, drain, urls }) => {
    await frontier.submit(Object.keys(COPIES))
    await drain({ notesCopies: true })
    const copies = await urls({ reason: 'duplicate_content' })
    assert.equal(copies.length, 2)
    const first = (await urls({ state: 'fetched' })).find(({ url, reason }) => reason === null && !url.endsWith('/4'))
    for (const { state, detail, mergedInto, dueAt } of copies) {
      assert.deepEqual([state, detail, mergedInto], ['fetched', `same bytes as ${first?.url}`, null])
      assert.notEqual(dueAt, null, 'it is fetched again at its time')
    }
    await frontier.requeue({ state: 'fetched' })
    await drain({ notesCopies: true })
    assert.equal((await urls({ reason: 'duplicate_content' })).length, 2, 'the first one is no copy of itself')
  })

  crawlTest('copies are not noted unless that is asked for', COPIES, async ({ frontier, drain, urls }) => {
    await frontier.submit(Object.keys(COPIES))
    await drain()
    assert.deepEqual(await urls({ reason: 'duplicate_content' }), [])
  })

  crawlTest(
    'what is queued by hand is fetched in any case; links only within the budget of their host',
    SITE,
    async ({ frontier, drain, urls }) => {
      const discover = { scope: 'host', maxDepth: 3, maxUrls: Number.POSITIVE_INFINITY } as const
      await frontier.submit(['http://a.example/'])
      await drain({ discover: { ...discover, maxPerHost: 2 } })
      const states = (await urls()).map(({ state, reason }) => [state, reason].join(' ').trim())
      assert.deepEqual(states.toSorted(), [
        'excluded budget_exhausted',
        'excluded budget_exhausted',
        'fetched',
        'fetched',
      ])
      await frontier.requeue({ reason: 'budget_exhausted' })
      await drain({ discover: { ...discover, maxPerHost: 4 } })
      assert.equal((await urls({ state: 'fetched' })).length, 4)
    },
  )

  crawlTest('pages are handed on, each once', SITE, async ({ frontier, drain }) => {
    await frontier.submit(['http://a.example/1', 'http://a.example/2', 'http://a.example/missing'])
    const pages: string[] = []
    await drain({
      onPage: ({ finalUrl, status, body }) => pages.push(`${finalUrl} ${status} ${String(Buffer.from(body))}`),
    })
    assert.deepEqual(pages.toSorted(), ['http://a.example/1 200 <html>1', 'http://a.example/2 200 <html>2'])
  })

  crawlTest('a page that could not be handed on is tried again', SITE, async ({ frontier, drain, urls, readState }) => {
    await frontier.submit(['http://a.example/1', 'http://a.example/2'])
    let tries = 0
    const onPage = async ({ url }: { url: string }): Promise<void> => {
      if (url.endsWith('/2') || (tries += 1) < 2) throw new Error('the disk is full')
    }
    await drain({ onPage })
    assert.equal(await readState('http://a.example/1'), 'fetched')
    const [dead] = await urls({ state: 'dead' })
    assert.deepEqual([dead?.reason, dead?.detail, dead?.attempts], ['downstream_failed', 'the disk is full', 3])
  })

  crawlTest(
    'a page that breaks its reader does not stop the worker',
    SITE,
    async ({ frontier, drain, urls, readState }) => {
      await frontier.submit(['http://a.example/1', 'http://a.example/2'])
      const readDocument = ({ url }: { url: string }) => {
        if (url.endsWith('/2')) throw new RangeError('too deep')
        return { kind: 'other', text: '', linkHeader: [], isCut: false } as const
      }
      await drain({ readDocument })
      assert.equal(await readState('http://a.example/1'), 'fetched')
      const [dead] = await urls({ state: 'dead' })
      assert.deepEqual([dead?.reason, dead?.detail], ['extract_failed', 'too deep'])
    },
  )
}
