import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observe } from '../../src/health/observe.ts'
import { createObservation, type Observation } from '../../src/health/observation.ts'
import { sendProbe } from '../../src/health/probe.ts'
import { readObservation } from '../../src/health/reading.ts'
import type { ReadingKind } from '../../src/health/reading.ts'
import { article, html, prose } from './support/pages.ts'
import { webFetcher, type Asked, type Web } from './support/simulated-health.ts'

// One look at a page: what is asked, and what is made of the answers.

const URL = 'https://e.com/a/page'
const NOW = Date.UTC(2026, 4, 1)
const OK = { body: article('Tea', 1) }
const moved = (status: number, location: string) => ({ status, headers: { location } })

const known: Observation = {
  ...createObservation(0),
  status: 200,
  etag: '"1"',
  lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
  lostFragments: ['#x'],
}

interface Looked {
  readonly seen: Observation
  readonly kind: ReadingKind
  readonly asked: Asked
}

async function look(
  web: Web,
  given: { url?: string; known?: Observation; wasWell?: boolean; fragments?: string[] } = {},
): Promise<Looked> {
  const asked: Asked = []
  const fetcher = webFetcher(() => web, asked)
  const seen = await observe(
    {
      url: given.url ?? URL,
      known: given.known ?? null,
      wasWell: given.wasWell ?? false,
      fragments: given.fragments ?? [],
    },
    {
      fetcher,
      mayVisit: (url) => url.includes('//e.com') || url.includes('//f.com'),
      isSamePage: (url) => url === `${URL}/`,
      probe: (url) => sendProbe({ url, token: 'random', at: NOW, request: (asked) => fetcher.follow(asked) }),
      now: () => NOW,
      readsContent: true,
    },
  )
  return { seen, kind: readObservation(seen).kind, asked: asked.filter((each) => !each.endsWith('/random')) }
}

const HEAD_404 = (): Web => {
  let asked = 0
  return { [URL]: () => ((asked += 1) === 1 ? { status: 404 } : OK) }
}
const once = (first: object): Web => {
  let asked = 0
  return { [URL]: () => ((asked += 1) === 1 ? first : OK) }
}
/** Fails at these requests, and at no other. */
const stumbling = (...times: number[]): Web => {
  let asked = 0
  return { [URL]: () => (times.includes((asked += 1)) ? { status: 502 } : OK) }
}
const CAPTCHA = html('Verify', '<div class="g-recaptcha"></div>')
const F5 = html('Request Rejected', 'The requested URL was rejected. Please consult with your administrator.')

const CASES: readonly (readonly [why: string, web: Web, kind: ReadingKind, requests: number, wall?: string])[] = [
  ['a page', { [URL]: OK }, 'good', 2],
  ['HEAD lies with 404', HEAD_404(), 'good', 2],
  ['HEAD is not allowed', once({ status: 405 }), 'good', 2],
  ['HEAD is answered by a reset', once({ error: 'ECONNRESET' }), 'good', 2],
  ['a host that stumbles once', once({ error: 'ETIMEDOUT' }), 'good', 2],
  ['a host that stumbles after HEAD', stumbling(2), 'good', 3],
  ['a host that stumbles twice', stumbling(1, 2), 'good', 3],
  ['a host that does not stand up', stumbling(1, 2, 3), 'failed', 3],
  ['missing', {}, 'failed', 2],
  ['gone for good', { [URL]: { status: 410 } }, 'ended', 2],
  ['429 is not asked twice', { [URL]: { status: 429 } }, 'unknown', 1],
  ['503 with a time is not asked twice', { [URL]: { status: 503, headers: { 'retry-after': '9' } } }, 'unknown', 1],
  ['503 without one is a failure, the third time', { [URL]: { status: 503 } }, 'failed', 3],
  [
    '503 with a challenge is a wall',
    { [URL]: { status: 503, headers: { server: 'cloudflare' }, body: html('Just a moment...', '') } },
    'guarded',
    3,
    'cloudflare',
  ],
  ['403 with a captcha is a wall', { [URL]: { status: 403, body: CAPTCHA } }, 'guarded', 2, 'captcha'],
  [
    'a captcha on a page that is there is none',
    { [URL]: { body: `${article('Tea', 1)}<div class="g-recaptcha"></div>` } },
    'good',
    2,
  ],
  ['a wall that says 200', { [URL]: { body: F5 } }, 'guarded', 2, 'f5'],
  [
    '202 with a challenge',
    { [URL]: { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } } },
    'guarded',
    2,
    'aws-waf',
  ],
  ['a bare 403', { [URL]: { status: 403 } }, 'guarded', 2],
  ['a bare 406, although everything is acceptable', { [URL]: { status: 406 } }, 'guarded', 2],
  ['a refusal by a name that is no more', { [URL]: { error: 'ENOTFOUND' } }, 'failed', 3],
  ['a move', { [URL]: moved(301, '/b'), 'https://e.com/b': OK }, 'moved', 3],
  ['a detour', { [URL]: moved(302, '/b'), 'https://e.com/b': OK }, 'good', 3],
  ['another spelling of the page', { [URL]: moved(301, `${URL}/`), [`${URL}/`]: OK }, 'good', 3],
  ['the home page', { [URL]: moved(301, '/'), 'https://e.com/': OK }, 'missing', 3],
  ['the home page in Spanish', { [URL]: moved(302, '/es/'), 'https://e.com/es/': OK }, 'missing', 3],
  [
    'the home page, which leads on',
    {
      [URL]: moved(301, '/'),
      'https://e.com/': moved(302, '/portal/inicio-general'),
      'https://e.com/portal/inicio-general': OK,
    },
    'missing',
    4,
  ],
  ['the home page of another host', { [URL]: moved(301, 'https://f.com/'), 'https://f.com/': OK }, 'missing', 3],
  [
    'a move to Castilian, which is no login',
    { [URL]: moved(301, '/cas/b/page.html'), 'https://e.com/cas/b/page.html': OK },
    'moved',
    3,
  ],
  [
    'a login by its form',
    {
      [URL]: moved(302, '/acceso'),
      'https://e.com/acceso': { body: html('Acceso', '<form><input type=password></form>') },
    },
    'guarded',
    3,
    'login',
  ],
  [
    'a login',
    { [URL]: moved(302, '/login?next=/a/page'), 'https://e.com/login?next=/a/page': OK },
    'guarded',
    3,
    'login',
  ],
  ['off the allowlist', { [URL]: moved(302, 'https://casino.net/') }, 'outside', 1],
  [
    'off the allowlist by a detour',
    { [URL]: moved(301, '/b'), 'https://e.com/b': moved(301, 'https://casino.net/') },
    'outside',
    2,
  ],
  ['a circle', { [URL]: moved(301, URL) }, 'impaired', 2],
  ['says so in its title', { [URL]: { body: html('404 | Sede', prose(1)) } }, 'missing', 2],
  [
    'says so in Spanish',
    { [URL]: { body: html('Sede', 'Lo sentimos, la página que busca no existe.') } },
    'missing',
    2,
  ],
  [
    'writes about it at length',
    {
      [URL]: {
        body: html('Why the page was not found by our ancestors, and other tales', `Page not found: ${prose(2, 300)}`),
      },
    },
    'good',
    2,
  ],
  ['is what the host says of what is missing', { [URL]: OK, 'https://e.com/a/random': OK }, 'missing', 3],
  [
    'is what the host says of everything',
    { [URL]: OK, 'https://e.com/a/random': OK, 'https://e.com/': OK },
    'unknown',
    3,
  ],
  [
    'is a shell like everything there',
    { [URL]: { body: html('App', '') }, 'https://e.com/a/random': { body: html('App', '') } },
    'good',
    2,
  ],
  [
    'leads to where everything leads',
    { [URL]: moved(302, '/x'), 'https://e.com/x': OK, 'https://e.com/a/random': moved(302, '/x') },
    'missing',
    4,
  ],
]

for (const [why, web, kind, requests, wall] of CASES) {
  test(`${why} -> ${kind} by ${requests} requests`, async () => {
    const looked = await look(web, { known })
    assert.deepEqual(
      [looked.kind, looked.asked.length, looked.seen.wall],
      [kind, requests, wall ?? null],
      looked.asked.join(', '),
    )
  })
}

const FIRST_LOOKS: readonly (readonly [why: string, web: Web, kind: ReadingKind, requests: number])[] = [
  ['a page', { [URL]: OK }, 'good', 1],
  ['missing', {}, 'failed', 1],
  ['gone for good', { [URL]: { status: 410 } }, 'ended', 1],
  ['a host that stumbles once', once({ error: 'ETIMEDOUT' }), 'good', 2],
  ['a host that does not stand up', stumbling(1, 2), 'failed', 2],
  ['429 is not asked twice', { [URL]: { status: 429 } }, 'unknown', 1],
  ['503 with a time is not asked twice', { [URL]: { status: 503, headers: { 'retry-after': '9' } } }, 'unknown', 1],
  ['a move', { [URL]: moved(301, '/b'), 'https://e.com/b': OK }, 'moved', 2],
  ['off the allowlist', { [URL]: moved(302, 'https://casino.net/') }, 'outside', 1],
  ['says so in its title', { [URL]: { body: html('404 | Sede', prose(1)) } }, 'missing', 1],
]

for (const [why, web, kind, requests] of FIRST_LOOKS) {
  test(`at the first look, ${why} -> ${kind} by ${requests} requests, all of them GET`, async () => {
    const looked = await look(web)
    assert.deepEqual([looked.kind, looked.asked.length, looked.seen.method], [kind, requests, 'GET'])
    assert.ok(looked.asked.every((each) => each.startsWith('GET ')))
  })
}

test('a home page is never a soft 404, whatever it says', async () => {
  const web = { 'https://e.com/': { body: html('Error 404', 'Page not found') } }
  assert.equal((await look(web, { url: 'https://e.com/' })).kind, 'good')
})

test('what has the same ETag is not read again', async () => {
  const { seen, asked } = await look({ [URL]: { headers: { etag: '"1"' } } }, { known })
  assert.deepEqual([asked, seen.isUnchanged, seen.etag, seen.lostFragments], [[`HEAD ${URL}`], true, '"1"', ['#x']])
})

test('what has another ETag is asked for with conditions', async () => {
  const sent: unknown[] = []
  const web: Web = {
    [URL]: (headers) => {
      sent.push([headers['if-none-match'], headers['if-modified-since']])
      return { ...OK, headers: { etag: '"2"' } }
    },
  }
  const { seen } = await look(web, { known })
  assert.deepEqual(sent, [
    [undefined, undefined],
    ['"1"', known.lastModified],
  ])
  assert.deepEqual([seen.etag, seen.isUnchanged, seen.fingerprint === null], ['"2"', false, false])
})

test('a page of no bytes has a text, which is empty', async () => {
  const { seen } = await look({ [URL]: { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '' } })
  assert.equal(seen.fingerprint?.words, 0)
})

const ERROR_PAGE = 'https://e.com/error/page'
/** A static page, which has not changed since long before anybody asked. */
const staticError: Web[string] = (sent) =>
  sent['if-modified-since'] === undefined && sent['if-none-match'] === undefined
    ? { body: html('Error 404', 'Nothing here'), headers: { 'last-modified': 'Wed, 01 Jan 2020 00:00:00 GMT' } }
    : { status: 304 }

test('the validators of a page are not sent to where it redirects now', async () => {
  const { kind, seen } = await look({ [URL]: moved(302, ERROR_PAGE), [ERROR_PAGE]: staticError }, { known })
  assert.deepEqual([kind, seen.missing, seen.isUnchanged], ['missing', 'phrase', false])
})

test('a 304 from where only GET is redirected to is not about the page', async () => {
  let asked = 0
  const page = () => ((asked += 1) === 1 ? { status: 405 } : moved(302, ERROR_PAGE))
  const { kind, seen } = await look({ [URL]: page, [ERROR_PAGE]: staticError }, { known })
  assert.deepEqual([kind, seen.missing, seen.isUnchanged], ['missing', 'phrase', false])
})

test('two files of one deployment have the same time, and are two', async () => {
  const error = { body: html('Error 404', 'Nothing here'), headers: { 'last-modified': known.lastModified ?? '' } }
  const { kind, seen } = await look({ [URL]: moved(302, ERROR_PAGE), [ERROR_PAGE]: error }, { known })
  assert.deepEqual([kind, seen.isUnchanged], ['missing', false])
})

test('what was read behind a redirect is known there', async () => {
  const there = { ...known, chain: [{ status: 302, to: 'https://e.com/there' }] }
  const web = { [URL]: moved(302, '/there'), 'https://e.com/there': { headers: { etag: '"1"' } } }
  const { seen, asked } = await look(web, { known: there })
  assert.deepEqual([seen.isUnchanged, asked.length], [true, 2])
})

test('304 is a good answer, and nothing has changed', async () => {
  const web: Web = { [URL]: ({ 'if-none-match': condition }) => (condition === undefined ? OK : { status: 304 }) }
  const { seen, kind } = await look(web, { known })
  assert.deepEqual([kind, seen.status, seen.isUnchanged, seen.etag], ['good', 304, true, '"1"'])
})

test('fragments that people link to are looked for; routes and text fragments are not', async () => {
  const web = { [URL]: { body: html('Tea', `<h2 id="plazo">Plazo</h2><a name="café"></a>${prose(1)}`) } }
  const fragments = ['#plazo', '#caf%C3%A9', '#lost', '#/route', '#:~:text=tea', '#top']
  assert.deepEqual((await look(web, { fragments })).seen.lostFragments, ['#lost'])
})
