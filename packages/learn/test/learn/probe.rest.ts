import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { PolicySpec } from '@canonist/core'
import { learnRules, findOwner, probeRules, type LearnResult } from '../../src/index.ts'
import { createFetcher, createPoliteFetcher } from '@canonist/web/internal/net'
import type { ProbedRule } from '../../src/rules/rule-evidence.ts'
import { testSequence } from '../../src/probe/sequential-test.ts'
import { canonist, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import { send, startLoopbackWeb, type Handler, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { jsonLines, type LogLine } from './forum-log.ts'

// Rules that a log leaves in doubt, held against a web on loopback.

const sequences = [
  { why: 'too few pairs say nothing', agree: 4, against: 0, is: 'open' },
  { why: 'thirteen leave some doubt', agree: 13, against: 0, is: 'open' },
  { why: 'fourteen are enough', agree: 14, against: 0, is: 'confirmed' },
  { why: 'one that differs must be outweighed', agree: 27, against: 1, is: 'open' },
  { why: 'by this many', agree: 28, against: 1, is: 'confirmed' },
  { why: 'two are outweighed by nothing', agree: 38, against: 2, is: 'open' },
  { why: 'two of many more', agree: 45, against: 2, is: 'mixed' },
  { why: 'two of five', agree: 3, against: 2, is: 'refuted' },
  { why: 'not before five', agree: 0, against: 4, is: 'open' },
]
for (const { why, agree, against, is } of sequences) {
  test(`${agree} pairs agree, ${against} differ: ${is} (${why})`, () => assert.equal(testSequence(agree, against), is))
}

/** Five pages show that the parameter changes nothing; of the others only the URL with it is in the log. */
function doubtfulLog(host: string, parameter: string): LogLine[] {
  return Array.from({ length: 30 }, (_, page) => {
    const url = `https://${host}/story?id=${page}`
    const withIt: LogLine = { url: `${url}&${parameter}=${page % 4}`, contentHash: `${host} ${page}` }
    return page < 5 ? [withIt, { url, contentHash: `${host} ${page}` }] : [withIt]
  }).flat()
}

const words = (seed: number): string =>
  Array.from({ length: 60 }, (_, index) => `w${(seed * 131 + index * index * 7) % 997}`).join(' ')

const page = (title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`

let visits = 0

/** What each host does with its parameter. */
const HOSTS: Readonly<Record<string, Handler>> = {
  // A parameter that changes nothing, on pages that carry a token.
  'same.test': (_, response, { path }) =>
    send(response, { body: page(`Story ${readId(path)}`, `${words(readId(path))}<script>${(visits += 1)}</script>`) }),
  // One that shows another page.
  'other.test': (_, response, { path }) => {
    const view = new URL(path, 'https://other.test').searchParams.get('view')
    send(response, {
      body: page(`Story ${readId(path)} ${view ?? ''}`, words(readId(path) + (view === null ? 0 : 500))),
    })
  },
  // One that shows another page here and there.
  'mixed.test': (_, response, { path }) => {
    const isOther = path.includes('mark=') && (readId(path) === 7 || readId(path) === 17)
    send(response, { body: page(`Story ${readId(path)}`, words(readId(path) + (isOther ? 500 : 0))) })
  },
  // Without it there is nothing.
  'needed.test': (_, response, { path }) =>
    send(
      response,
      path.includes('&key=') ? { body: page(`Story ${readId(path)}`, words(readId(path))) } : { status: 404 },
    ),
  // A wall before everything.
  'walled.test': (_, response) => send(response, { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: 'no' }),
  // The same login form behind every URL.
  'login.test': (_, response) => send(response, { body: page('Log in', words(1)) }),
  // One that names what it guards.
  'guarded.test': (_, response, { path }) =>
    send(response, { body: page('Log in', `Please log in to see story ${readId(path)}. ${words(1)}`) }),
  // One that tells the title of it.
  'titled.test': (_, response, { path }) =>
    send(response, { body: page('Log in', `To read: ${words(readId(path))} <form><input type="password"></form>`) }),
  // Logins that redirects lead to.
  'turned.test': (_, response, { path }) =>
    send(
      response,
      path.startsWith('/story')
        ? { status: 302, headers: { location: `/login?next=${encodeURIComponent(path)}` } }
        : { body: page(`Log in ${readId(decodeURIComponent(path))}`, words(readId(decodeURIComponent(path)))) },
    ),
  // Pages that are never like themselves.
  'restless.test': (_, response) => send(response, { body: page('Now', words((visits += 97))) }),
  // Errors.
  'broken.test': (_, response) => send(response, { status: 500 }),
  // Every URL leads to another.
  'moved.test': (_, response, { path }) =>
    send(
      response,
      path.startsWith('/story')
        ? { status: 302, headers: { location: `/at/${readId(path)}` } }
        : { body: page(path, words(Number(path.slice('/at/'.length)))) },
    ),
  // Nobody may look.
  'private.test': (_, response, { path }) =>
    send(response, path === '/robots.txt' ? { body: 'User-agent: *\nDisallow: /' } : { body: page('x', words(1)) }),
}

const readId = (path: string): number => Number(/id=(\d+)/.exec(path)?.[1] ?? 0)

const { path: folder, file } = temporaryFolder()
let web: LoopbackWeb

before(async () => {
  web = await startLoopbackWeb((request, response, seen) => {
    if (seen.path === '/robots.txt' && seen.host !== 'private.test') return send(response, { status: 404 })
    return HOSTS[seen.host]?.(request, response, seen) ?? send(response, { status: 404 })
  })
  file('ca.pem', web.ca)
})
after(() => web.close())
beforeEach(() => void (visits = 0))

function probe(log: readonly LogLine[], ...flags: string[]): Promise<Ran> {
  const network = [
    '--cacert',
    'ca.pem',
    '--host-delay',
    '0',
    ...web.connectToFlags.flatMap((flag) => ['--connect-to', flag]),
  ]
  return canonist(['learn', '--probe', ...flags, ...network], { cwd: folder, stdin: jsonLines(log) })
}

const findRule = ({ stdout }: Ran, site: string): ProbedRule | undefined =>
  (JSON.parse(stdout) as LearnResult).rules.find((rule) => rule.site === site && rule.id.includes('strip'))

const verdicts = [
  {
    why: 'pages differ only in what nobody sees',
    host: 'same.test',
    parameter: 'mark',
    tier: 'apply',
    verdict: 'confirmed',
    against: 0,
  },
  {
    why: 'the parameter chooses what is shown',
    host: 'other.test',
    parameter: 'view',
    tier: 'reject',
    verdict: 'refuted',
    against: 5,
  },
  {
    why: 'without it the page is missing',
    host: 'needed.test',
    parameter: 'key',
    tier: 'reject',
    verdict: 'refuted',
    against: 5,
  },
  {
    why: 'a wall is no evidence',
    host: 'walled.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'one login form is one content',
    host: 'login.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'a login form that names the page, too',
    host: 'guarded.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'a password is asked for',
    host: 'titled.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'a login that remembers where to go',
    host: 'turned.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'what is not like itself proves nothing',
    host: 'restless.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'errors are no evidence',
    host: 'broken.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
  {
    why: 'robots.txt is kept to',
    host: 'private.test',
    parameter: 'mark',
    tier: 'probe',
    verdict: 'undecided',
    against: 0,
  },
]
test('learn --probe: what the network says decides, site by site', async (t) => {
  const ran = await probe(
    verdicts.flatMap(({ host, parameter }) => doubtfulLog(host, parameter)),
    '--json',
    '--quiet',
  )
  assert.deepEqual([ran.code, ran.stderr], [0, ''])
  for (const { why, host, parameter, tier, verdict, against } of verdicts) {
    await t.test(`${host}: ${verdict} (${why})`, () => {
      const rule = findRule(ran, host)
      assert.equal(rule?.id, `${host}: strip ${parameter}`)
      assert.deepEqual([rule.tier, rule.probe?.verdict, rule.probe?.against], [tier, verdict, against])
      assert.equal(rule.probe?.counterExamples.length, against)
    })
  }
  await t.test('only what is confirmed is in the policy, with what was fetched as evidence', () => {
    const { sites } = (JSON.parse(ran.stdout) as LearnResult).policy
    assert.deepEqual(Object.keys(sites ?? {}), ['same.test'])
    const [evidence] = sites?.['same.test']?.paths?.['/story']?.evidence ?? []
    assert.deepEqual((evidence as ProbedRule).probe, {
      verdict: 'confirmed',
      agree: 14,
      against: 0,
      unusable: 0,
      requests: 28,
      counterExamples: [],
    })
  })
  await t.test('no page of the host that disallows it was requested', () => {
    assert.deepEqual(
      web.requests.filter(({ host }) => host === 'private.test').map(({ path }) => path),
      ['/robots.txt'],
    )
  })
})

/** Of forty pages three are others with the parameter, two of them for good. */
const mixedLog = (host: string): LogLine[] =>
  Array.from({ length: 40 }, (_, id) => {
    const url = `https://${host}/story?id=${id}`
    const isOther = id === 7 || id === 17 || id === 27
    return [
      { url, contentHash: `${id}` },
      { url: `${url}&mark=${(id % 4) + 1}`, contentHash: isOther ? `other ${id}` : `${id}` },
    ]
  }).flat()

test('learn --probe: the counter-examples of the log are requested first: noise agrees by now, other pages differ', async () => {
  const seen = web.requests.length
  const ran = await probe(mixedLog('mixed.test'), '--json', '--quiet')
  const rule = findRule(ran, 'mixed.test')
  const [report, asked] = [rule?.probe, web.requests.slice(seen).filter(({ path }) => path !== '/robots.txt')]
  assert.deepEqual([rule?.tier, report?.verdict, report?.against], ['reject', 'refuted', 2])
  const first = new Set(asked.slice(0, 10).map(({ path }) => readId(path)))
  assert.deepEqual(first, new Set([7, 17, 27]))
})

for (const host of ['same.test', 'moved.test']) {
  test(`learn --probe --budget 9: ${host} gets no more requests, redirects included`, async () => {
    const seen = web.requests.length
    const ran = await probe(doubtfulLog(host, 'mark'), '--budget', '9')
    const asked = web.requests.slice(seen).filter(({ path }) => path !== '/robots.txt')
    assert.ok(asked.length > 6 && asked.length <= 9, `${asked.length}`)
    assert.equal((JSON.parse(ran.stdout) as PolicySpec).sites, undefined)
    assert.match(ran.stderr, /undecided after \d pairs of URLs were fetched/)
  })
}

test('learn --probe: what only redirects tell of is confirmed by following them', async () => {
  const log = Array.from({ length: 30 }, (_, id) => {
    const page = `https://moved.test/at/${id}`
    return [
      { url: page, contentHash: `${id}` },
      { url: `https://moved.test/story?id=${id}`, status: 302, redirect: page },
    ]
  }).flat()
  const plain = await canonist(['learn', '--json', '--quiet'], { stdin: jsonLines(log) })
  const claimed = (JSON.parse(plain.stdout) as LearnResult).doubtful.find(({ id }) => id.includes('/story'))
  assert.deepEqual([claimed?.tier, claimed?.redirects], ['probe', { agree: 30, against: 0 }])
  const ran = await probe(log, '--quiet')
  const rewrites = (JSON.parse(ran.stdout) as PolicySpec).sites?.['moved.test']?.rewrites
  assert.deepEqual(
    rewrites?.map(({ match, to }) => [match, to]),
    [[claimed?.fields.rewrites?.[0]?.match, claimed?.fields.rewrites?.[0]?.to]],
  )
})

test('learn --probe on a bare list of URLs: what is likely by its looks alone is proved by fetching', async () => {
  const urls = Array.from({ length: 30 }, (_, page) => `https://same.test/story?id=${page}`)
  const list = urls.flatMap((url, page) => [{ url }, { url: `${url}&mark=${page % 4}` }])
  const plain = await canonist(['learn'], { stdin: jsonLines(list) })
  assert.equal((JSON.parse(plain.stdout) as PolicySpec).sites, undefined)
  assert.match(
    plain.stderr,
    /60 URLs of 1 site: their content is unknown, 0 rules merge 0\.0 %; \d+ more rules only likely/,
  )
  assert.match(plain.stderr, /strip mark at same\.test\/story: \d+ pairs of similar URLs suggest it/)
  const ran = await probe(list)
  assert.deepEqual((JSON.parse(ran.stdout) as PolicySpec).sites?.['same.test']?.paths?.['/story']?.query, {
    strip: ['mark'],
  })
  assert.match(ran.stderr, /strip mark at same\.test\/story: 14 of 14 fetched pairs agree/)
  assert.match(ran.stderr, /60 URLs of 1 site: their content is unknown, 1 rule merges 50\.0 %$/m)
})

test('learn --probe: rules that a confirmed one makes redundant are decided with it', async () => {
  // Two parameters that mean nothing: what is likely of both together, or of one of their values, goes with them.
  const list = Array.from({ length: 30 }, (_, id) => {
    const url = `https://same.test/story?id=${id}`
    return [{ url }, { url: `${url}&mark=${id % 4}` }, { url: `${url}&mark=${id % 4}&from=${id % 3}` }]
  }).flat()
  const plain = await canonist(['learn', '--json', '--quiet'], { stdin: jsonLines(list) })
  const likely = (JSON.parse(plain.stdout) as LearnResult).doubtful.map(({ id }) => id)
  assert.ok(likely.length > 2, likely.join())
  const ran = await probe(list, '--json', '--quiet', '--min-tier', 'probe')
  const { policy, rules, doubtful } = JSON.parse(ran.stdout) as LearnResult
  const covered = rules.filter(({ probe }: ProbedRule) => probe?.verdict === 'covered')
  assert.deepEqual([doubtful, policy.sites?.['same.test']?.paths?.['/story']?.query], [[], { strip: ['mark', 'from'] }])
  assert.ok(covered.length > 0)
  for (const { tier, probe } of covered as ProbedRule[]) {
    assert.deepEqual([tier, probe?.requests], ['reject', 0])
    assert.match(probe?.coveredBy?.join() ?? '', /strip mark|strip from/)
  }
  const told = await probe(list)
  assert.match(told.stderr, /^ {2}covered by other rules:$/m)
  assert.match(told.stderr, /no longer needed: strip \w+(, strip \w+)? (does|do) the same$/m)
})

test('probeRules: the same for programs, with a fetcher of their own, one request at a time for a host', async () => {
  const log = ['same.test', 'other.test'].flatMap((host) => doubtfulLog(host, host === 'same.test' ? 'mark' : 'view'))
  const learned = await learnRules(log, { registrableDomain: findOwner })
  const seen = web.requests.length
  const fetcher = createPoliteFetcher(createFetcher({ connectTo: web.connectTo, ca: web.ca }), { delayMs: 0 })
  let counted = 0
  const { result, requests, isNetworkSilent } = await probeRules(learned, {
    fetcher,
    urls: log.map(({ url }) => url),
    onRequest: () => void (counted += 1),
  })
  await fetcher.close()
  assert.deepEqual(Object.keys(result.policy.sites ?? {}), ['same.test'])
  const verdicts = result.rules.map(({ site, tier }) => `${site} ${tier}`)
  assert.ok(verdicts.includes('same.test apply') && verdicts.includes('other.test reject'))
  const asked = web.requests.slice(seen).filter(({ path }) => path !== '/robots.txt')
  assert.deepEqual([asked.length, counted, isNetworkSilent], [requests, requests, false])
})

test('probeRules: without a budget no request is sent, and nothing changes', async () => {
  const log = doubtfulLog('same.test', 'mark')
  const learned = await learnRules(log)
  const seen = web.requests.length
  const fetcher = createFetcher({ connectTo: web.connectTo, ca: web.ca })
  const { result, requests } = await probeRules(learned, { fetcher, urls: log.map(({ url }) => url), budget: 0 })
  await fetcher.close()
  assert.deepEqual([requests, web.requests.length], [0, seen])
  assert.deepEqual(result.policy, learned.policy)
})

test('learn --probe: a silent network is reported, exit 3', async () => {
  const log = jsonLines(doubtfulLog('same.test', 'mark'))
  const ran = await canonist(['learn', '--probe', '--host-delay', '0', '--connect-to', '::127.0.0.1:1'], { stdin: log })
  assert.equal(ran.code, 3)
  assert.match(ran.stderr, /No server answered, so no rule was probed\. Check the network\./)
})
