import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { admit, createAdmitter } from '../../src/admit/admit.ts'
import {
  CANONICAL_HOST,
  formatCanonicalHostFact,
  createHostFacts,
  FACT_MS,
  isFresh,
  NOTHING_FOUND_MS,
  type HostFact,
} from '../../src/admit/host-facts.ts'
import { MAPPED, POLICY } from './support/policies.ts'
import { simulateWeb, type Routes } from './support/simulated-web.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const OK = {}
const [BARE, WWW] = ['https://boe.es/a/3', 'https://www.boe.es/a/3']
const HOME = 'http://boe.es/'
const MOVED: Routes = {
  [BARE]: OK,
  [WWW]: OK,
  [HOME]: { status: 301, location: 'https://www.boe.es/' },
  'https://www.boe.es/': OK,
}

/** Admissions that share their facts, on a clock of the test's. */
function registry(routes: Routes, policy = POLICY) {
  const web = simulateWeb(routes)
  const facts = createHostFacts()
  let time = START
  const now = (): Date => new Date(time)
  const admitter = createAdmitter({ policy, facts, now, fetchFn: web.fetchFn, dnsFn: web.dnsFn })
  const heads = (): string[] => web.asked.filter((line) => line.startsWith('HEAD'))
  return { ...web, facts, heads, admit: admitter.admit, wait: (ms: number) => void (time += ms), now }
}

describe('the host that a domain uses is found out once', () => {
  test('with its date, its source and the redirects that show it', async () => {
    const { admit, facts } = registry(MOVED)
    assert.equal((await admit(BARE)).canonical, WWW)
    assert.deepEqual(await facts.get('boe.es', CANONICAL_HOST), {
      value: 'www.boe.es',
      source: 'discovered',
      observedAt: '2026-03-01T12:00:00.000Z',
      chain: [{ status: 301, to: 'https://www.boe.es/' }],
    })
  })

  test('found with a HEAD request, and not requested again while the fact is valid', async () => {
    const { admit, heads, wait } = registry(MOVED)
    await admit(BARE)
    wait(FACT_MS - 1)
    await admit(BARE)
    assert.deepEqual(heads(), [`HEAD ${HOME}`, 'HEAD https://www.boe.es/'])
  })

  test('requested again when it has expired', async () => {
    const { admit, heads, wait } = registry(MOVED)
    await admit(BARE)
    wait(FACT_MS)
    await admit(BARE)
    assert.equal(heads().length, 4)
  })

  test('nothing found is remembered for an hour', async () => {
    const { admit, heads, wait } = registry({ [BARE]: OK })
    await admit(BARE)
    wait(NOTHING_FOUND_MS - 1)
    await admit(BARE)
    assert.equal(heads().length, 1)
    wait(1)
    await admit(BARE)
    assert.equal(heads().length, 2)
  })

  for (const head of [405, 501]) {
    test(`GET where HEAD is answered with ${head}`, async () => {
      const { admit, asked } = registry({ ...MOVED, 'https://www.boe.es/': { head } })
      assert.equal((await admit(BARE)).canonical, WWW)
      assert.ok(asked.includes('GET https://www.boe.es/'))
    })
  }

  test('ten URLs at once ask once', async () => {
    const pages = Object.fromEntries(Array.from({ length: 10 }, (_, page) => [`https://boe.es/a/${page}`, OK]))
    const { admit, heads } = registry({ ...MOVED, ...pages })
    await Promise.all(Object.keys(pages).map((url) => admit(url)))
    assert.deepEqual(heads(), [`HEAD ${HOME}`, 'HEAD https://www.boe.es/'])
  })

  test('a hop out of the list ends the search', async () => {
    const { admit, lookedUp, facts } = registry({
      [BARE]: OK,
      [HOME]: { status: 301, location: 'https://tienda.com/' },
    })
    assert.equal((await admit(BARE)).canonical, BARE)
    assert.ok(!lookedUp.includes('tienda.com'))
    assert.equal((await facts.get('boe.es', CANONICAL_HOST))?.value, null)
  })

  test('another domain is not a host of this one', async () => {
    const { admit } = registry({
      ...MOVED,
      [HOME]: { status: 301, location: 'https://sepe.es/' },
      'https://sepe.es/': OK,
      'https://sepe.es/a/3': OK,
    })
    for (const time of ['first', 'again']) assert.equal((await admit(BARE)).canonical, BARE, time)
  })

  test('its www is written as the domain itself, where its home page leads there', async () => {
    const { admit } = registry({
      [BARE]: OK,
      [WWW]: OK,
      'http://www.boe.es/': { status: 301, location: 'https://boe.es/' },
      'https://boe.es/': OK,
    })
    for (const url of [WWW, BARE, WWW]) assert.equal((await admit(url)).canonical, BARE)
  })

  test('its www stays where both answer, and neither says which is meant', async () => {
    const { admit } = registry(() => OK)
    for (const url of [WWW, BARE, WWW]) assert.equal((await admit(url)).canonical, url)
  })

  test('subdomains are not looked into', async () => {
    const { admit, heads } = registry({ 'https://sede.boe.es/a/3': OK })
    await admit('https://sede.boe.es/a/3')
    assert.deepEqual(heads(), [])
  })
})

describe('what was observed beats what is listed', () => {
  const CONFLICT: Routes = { [BARE]: OK, [WWW]: { status: 301, location: BARE } }

  test('a listed target stays, wherever its home page redirects', async () => {
    const routes: Routes = { ...MOVED, 'http://www.boe.es/': { status: 302, location: BARE } }
    const { admit, heads } = registry(routes, MAPPED)
    assert.equal((await admit(BARE)).canonical, WWW)
    assert.equal((await admit(WWW)).canonical, WWW)
    assert.deepEqual(heads(), [])
  })

  test('the conflict is recorded, and reported until the list is corrected', async () => {
    const { admit, facts } = registry(CONFLICT, MAPPED)
    for (const time of ['first', 'again']) {
      const { canonical, flags } = await admit(WWW)
      assert.deepEqual([canonical, flags], [BARE, ['www_mapping_conflict']], time)
    }
    assert.equal((await facts.get('boe.es', formatCanonicalHostFact('/a/3')))?.value, 'boe.es')
    assert.equal(await facts.get('boe.es', CANONICAL_HOST), undefined)
  })

  test('a page that is served by the listed host again is mapped again, offline too', async () => {
    const routes: Record<string, object> = { ...CONFLICT }
    const { admit: online, facts, now } = registry(routes, MAPPED)
    await online(BARE)
    routes[WWW] = OK
    assert.equal((await online(BARE)).canonical, WWW)
    assert.equal((await admit(BARE, { policy: MAPPED, facts, now, offline: true })).canonical, WWW)
  })

  const OTHER = BARE.replace('/a/3', '/a/4')
  const ORDERS = [
    [BARE, OTHER],
    [OTHER, BARE],
  ]
  for (const [name, policy] of [
    ['listed', MAPPED],
    ['found on the home page', POLICY],
  ] as const) {
    for (const order of ORDERS) {
      test(`${name}, a page that is sent back leaves the other pages mapped: ${order.join(' ')}`, async () => {
        const web: Routes = {
          ...CONFLICT,
          [OTHER]: OK,
          [OTHER.replace('boe.es', 'www.boe.es')]: OK,
          [HOME]: { status: 301, location: 'https://www.boe.es/' },
          'https://www.boe.es/': OK,
        }
        const { admit: online, facts, now } = registry(web, policy)
        const WANTED = new Map([
          [BARE, BARE],
          [OTHER, OTHER.replace('boe.es', 'www.boe.es')],
        ])
        for (const url of order) assert.equal((await online(url)).canonical, WANTED.get(url))
        for (const url of order) {
          const offline = await admit(url, { policy, facts, now, offline: true })
          assert.equal(offline.canonical, WANTED.get(url), `offline: ${url}`)
        }
      })
    }
  }

  test('offline, too', async () => {
    const { admit: online, facts, now } = registry(CONFLICT, MAPPED)
    await online(BARE)
    const offline = await admit(BARE, { policy: MAPPED, facts, now, offline: true })
    assert.deepEqual([offline.canonical, offline.flags], [BARE, ['www_mapping_conflict']])
  })

  test('until it expires', async () => {
    const { admit: online, facts, wait, now } = registry(CONFLICT, MAPPED)
    await online(BARE)
    wait(FACT_MS)
    assert.equal((await admit(BARE, { policy: MAPPED, facts, now, offline: true })).canonical, WWW)
  })
})

describe('a slash that matters is remembered', () => {
  const SLASHED = 'https://boe.es/a/'
  const WANTED: Routes = { 'https://boe.es/a': { status: 301, location: SLASHED }, [SLASHED]: OK }

  test('so that the offline profile keeps it', async () => {
    const { admit: online, facts, now } = registry(WANTED)
    await online(SLASHED)
    const offline = await admit('http://boe.es/a/', { policy: POLICY, facts, now, offline: true })
    assert.deepEqual([offline.canonical, offline.notes], [SLASHED, ['trailing_slash_kept:known']])
    assert.equal((await admit(SLASHED, { policy: POLICY, offline: true })).canonical, 'https://boe.es/a')
  })

  test('and the URL is requested with it at once', async () => {
    const { admit, asked } = registry(WANTED)
    await admit(SLASHED)
    asked.length = 0
    assert.deepEqual((await admit(SLASHED)).notes, ['trailing_slash_kept:known'])
    assert.equal(asked[0], `GET ${SLASHED}`)
  })

  test('it matters over plain http, too, where the site has nothing else', async () => {
    const [asked, folder] = ['http://boe.es/b-ccc', 'http://boe.es/lost-and-found/']
    const { admit } = registry((url) => {
      if (url.startsWith('https:')) return { fails: 'ECONNREFUSED' }
      return url === asked ? { status: 301, location: folder } : OK
    })
    assert.equal((await admit(asked)).canonical, folder)
    const { canonical, notes, flags } = await admit(folder)
    assert.deepEqual([canonical, notes, flags], [folder, ['trailing_slash_kept:known'], ['http_only']])
  })

  test('unless the page has gone', async () => {
    const routes: Record<string, object> = { ...WANTED }
    const { admit } = registry(routes)
    await admit(SLASHED)
    delete routes[SLASHED]
    routes['https://boe.es/a'] = OK
    assert.equal((await admit(SLASHED)).canonical, 'https://boe.es/a')
  })
})

describe('where the policy maps a host to another site, every page is proved by itself', () => {
  const [OURS, THEIRS] = ['https://agenciatributaria.es', 'https://sede.agenciatributaria.gob.es']
  const pages = ['/a/1', '/a/2', '/a/3']
  // The first is sent back, the second served by both, the third unknown to the other site.
  const WEB: Routes = {
    ...Object.fromEntries(pages.map((page) => [OURS + page, OK])),
    [`${THEIRS}/a/1`]: { status: 301, location: `${OURS}/a/1` },
    [`${THEIRS}/a/2`]: OK,
  }
  const found = async ({ admit }: Pick<ReturnType<typeof registry>, 'admit'>, order: readonly string[]) => {
    const results = new Map<string, unknown>()
    for (const page of order) {
      const { canonical, flags } = await admit(OURS + page)
      results.set(page, [canonical, flags])
    }
    return pages.map((page) => results.get(page))
  }
  const WANTED = [
    [`${OURS}/a/1`, ['www_mapping_conflict']],
    [`${THEIRS}/a/2`, []],
    [`${OURS}/a/3`, ['www_mapping_conflict']],
  ]

  for (const order of [pages, pages.toReversed(), ['/a/2', '/a/1', '/a/3']]) {
    test(`admitted in the order ${order.join(' ')}, and again`, async () => {
      const shared = registry(WEB, MAPPED)
      assert.deepEqual(await found(shared, order), WANTED)
      assert.deepEqual(await found(shared, order), WANTED)
    })
  }

  test('offline, a page has what was proved of it, and no other', async () => {
    const { facts, admit: online, now } = registry(WEB, MAPPED)
    await online(`${OURS}/a/1`)
    await online(`${OURS}/a/2`)
    const { admit } = createAdmitter({ policy: MAPPED, facts, now, offline: true })
    assert.deepEqual(await found({ admit }, pages), [
      [`${OURS}/a/1`, ['www_mapping_conflict']],
      [`${THEIRS}/a/2`, []],
      [`${OURS}/a/3`, ['mapping_unverified']],
    ])
  })
})

describe('freshness', () => {
  const fact = (value: string | null, source: HostFact['source'] = 'discovered'): HostFact => ({
    value,
    source,
    observedAt: new Date(START).toISOString(),
    chain: [],
  })
  const ROWS: readonly (readonly [why: string, HostFact, ms: number, isFresh: boolean])[] = [
    ['found', fact('a'), FACT_MS - 1, true],
    ['found long ago', fact('a'), FACT_MS, false],
    ['not found', fact(null), NOTHING_FOUND_MS - 1, true],
    ['not found a while ago', fact(null), NOTHING_FOUND_MS, false],
    ['listed', fact('a', 'seed'), 10 * FACT_MS, true],
    ['of tomorrow, by a clock that was wrong', fact('a'), -1, false],
  ]
  for (const [why, each, ms, fresh] of ROWS) {
    test(`${why}: ${fresh ? 'holds' : 'does not hold'}`, () => assert.equal(isFresh(each, new Date(START + ms)), fresh))
  }
})
