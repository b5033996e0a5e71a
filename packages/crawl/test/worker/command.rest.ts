import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { collect } from '../../../registry/test/registry/support/collect.ts'
import { canonist, start, temporaryFolder, exitCode } from '@canonist/test-support/command.ts'
import { freePort } from '@canonist/test-support/free-port.ts'
import { startLoopbackWeb, type Routes } from '@canonist/test-support/loopback-web.ts'

const routes: Routes = {
  'http://a.example/old': { status: 301, headers: { location: '/new' } },
  'http://a.example/new': { body: '<html>new' },
  'http://a.example/1': { status: 302, headers: { location: '/2' } },
  'http://a.example/2': { status: 302, headers: { location: '/3' } },
  'http://a.example/3': { body: '<html>three' },
  'https://b.example/': { body: '<html>over TLS' },
  'http://shop.example/': { body: '<html><a href="/item;jsessionid=0A1B2C3D4E5F60718293">x</a>' },
  'http://shop.example/item;jsessionid=0A1B2C3D4E5F60718293': { body: '<html>item' },
}

const web = await startLoopbackWeb(routes)
after(() => web.close())
const folder = temporaryFolder()
const authority = folder.file('ca.pem', web.ca)
let databases = 0

/** Queues URLs in a database of its own and works on them until nothing is left to do. */
async function crawl(urls: readonly string[], flags: readonly string[] = [], env: Record<string, string> = {}) {
  databases += 1
  const db = `${folder.path}/${databases}.db`
  const net = web.connectToFlags.flatMap((to) => ['--connect-to', to])
  const quick = ['--drain', '--host-delay', '0', '--retry-base', '0.01', '--cacert', authority]
  const frontier = await openFrontier(db)
  await frontier.submit(urls)
  const worked = await canonist(['work', '--db', db, ...quick, ...net, ...flags], { env })
  const rows = await collect(frontier.streamUrls())
  await frontier.close()
  return { worked, rows, states: rows.map(({ url, state, reason }) => [url, state, reason]), db, net }
}

const followed = [['http://a.example/new', 'fetched', null]]
const notFollowed = [['http://a.example/old', 'dead', 'redirect_not_followed']]
const tooMany = [['http://a.example/1', 'dead', 'too_many_redirects']]
const arrived = [['http://a.example/3', 'fetched', null]]

const CASES = [
  { why: 'redirects are followed', url: '/old', flags: [], env: {}, becomes: followed },
  { why: 'a flag forbids it', url: '/old', flags: ['--no-follow-redirects'], env: {}, becomes: notFollowed },
  {
    why: 'a variable forbids it',
    url: '/old',
    flags: [],
    env: { CANONIST_FOLLOW_REDIRECTS: 'false' },
    becomes: notFollowed,
  },
  {
    why: 'the flag beats the variable',
    url: '/old',
    flags: ['--follow-redirects'],
    env: { CANONIST_FOLLOW_REDIRECTS: '0' },
    becomes: followed,
  },
  { why: 'a variable sets the limit', url: '/1', flags: [], env: { CANONIST_MAX_REDIRECTS: '1' }, becomes: tooMany },
  {
    why: 'the flag beats it',
    url: '/1',
    flags: ['--max-redirects', '2'],
    env: { CANONIST_MAX_REDIRECTS: '1' },
    becomes: arrived,
  },
] as const

for (const { why, url, flags, env, becomes } of CASES) {
  test(`work on ${url} with ${[...flags, ...Object.entries(env).map((pair) => pair.join('='))].join(' ')} (${why})`, async () => {
    const { worked, states } = await crawl([`http://a.example${url}`], flags, env)
    assert.equal(worked.code, 0, worked.stderr)
    assert.deepEqual(states, becomes)
  })
}

const LONE_FLAGS = [
  {
    flags: ['--max-urls', '5'],
    says: /--max-urls limits which links are followed, and none are\. Add --discover host/,
  },
  { flags: ['--max-depth', '5'], says: /--max-depth limits which links are followed, and none are\. Add --discover/ },
  { flags: ['--max-per-host', '9'], says: /--max-per-host limits which links .* none are\. Add --discover/ },
  {
    flags: ['--metrics-host', '::1'],
    says: /--metrics-host has no effect without a metrics port\. Add --metrics-port PORT\./,
  },
] as const

for (const { flags, says } of LONE_FLAGS) {
  test(`work ${flags.join(' ')} and nothing that it is for is refused, and says what is missing`, async () => {
    const { worked, states } = await crawl(['http://a.example/new'], flags)
    assert.equal(worked.code, 2)
    assert.match(worked.stderr, says)
    assert.deepEqual(states, [['http://a.example/new', 'pending', null]])
  })
}

test('work --confirm-missing 0 does not request a missing page again', async () => {
  const { worked, rows } = await crawl(['http://a.example/missing'], ['--confirm-missing', '0'])
  assert.match(worked.stderr, /1 result, 1 dead, 0 renamed, 1 request\n/)
  assert.deepEqual(
    rows.map(({ state, reason, attempts, dueAt }) => [state, reason, attempts, dueAt]),
    [['dead', 'not_found', 1, null]],
  )
})

test('session identifiers in links are reported, with the fix', async () => {
  const { worked } = await crawl(['http://shop.example/'], ['--discover', 'host'])
  const [, ...more] = worked.stderr.split('session identifiers')
  assert.equal(more.length, 1, worked.stderr)
  assert.match(
    worked.stderr,
    /^canonist: links of shop\.example contain session identifiers \(http\S+\), so up to 3 URLs per page are queued\. A policy with session: true merges them\.$/m,
  )
})

test('--log text names each URL of the way once', async () => {
  const { worked } = await crawl(['http://a.example/old', 'https://b.example/'], ['--log', 'text'])
  assert.match(worked.stderr, /^fetched - 200 \d+ ms http:\/\/a\.example\/old to http:\/\/a\.example\/new$/m)
  assert.match(worked.stderr, /^fetched - 200 \d+ ms https:\/\/b\.example\/$/m)
})

test('a variable that says nothing is named, with what it may say', async () => {
  const { worked } = await crawl(['http://a.example/new'], [], { CANONIST_MAX_REDIRECTS: 'many' })
  assert.equal(worked.code, 2)
  assert.match(worked.stderr, /CANONIST_MAX_REDIRECTS cannot be "many"\. Set it to a whole number from 0 to 50/)
})

/** The lines of a log, by URL. */
const parseLog = (stderr: string): Record<string, unknown>[] =>
  stderr
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
    .toSorted((a, b) => String(a['url']).localeCompare(String(b['url'])))

test('--log json has a line for each result, with its reason in a field of its own', async () => {
  const { worked } = await crawl(
    ['http://a.example/1', 'https://b.example/'],
    ['--max-redirects', '1', '--max-attempts', '1', '--log', 'json'],
  )
  const fields = parseLog(worked.stderr).map(({ url, state, reason, httpStatus }) => [url, state, reason, httpStatus])
  assert.deepEqual(fields, [
    ['http://a.example/1', 'dead', 'too_many_redirects', 302],
    ['https://b.example/', 'fetched', null, 200],
  ])
  assert.match(worked.stderr, /canonist: 2 results, 1 dead, 1 fetched|canonist: 2 results, 1 fetched, 1 dead/)
})

/** As it was requested; `frontier list` tells whom the next visit asks. */
const OF_THIS_VISIT = new Set(['fetchUrl', 'host'])
const ONLY_LOGGED = ['isRenamed', 'ms', 'redirects', 'requests', 'time']

test('--log json and frontier list --json have the same names for the same things, and say the same', async () => {
  // First the page, then the URL that redirects to it: the other way round, one visit serves both.
  const urls = ['/new', '/old', '/1', '/nowhere'].map((path) => `http://a.example${path}`)
  const { worked, db } = await crawl(
    [...urls, 'https://b.example/'],
    ['--log', 'json', '--max-redirects', '1', '--max-attempts', '1', '--concurrency', '1'],
  )
  const listed = await canonist(['frontier', 'list', '--db', db, '--json'])
  const byId = new Map(
    listed.stdout
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
      .map((row) => [row['id'], row]),
  )
  const lines = parseLog(worked.stderr)
  assert.deepEqual(lines.map(({ reason }) => String(reason)).toSorted(), [
    'merged',
    'not_found',
    'null',
    'null',
    'too_many_redirects',
  ])
  // What was merged into a page later counts for it, too.
  const winners = new Set(lines.map(({ mergedInto }) => mergedInto))
  for (const line of lines) {
    const row = byId.get(line['id']) ?? assert.fail(JSON.stringify(line))
    const shared = Object.keys(line).filter(
      (name) => name in row && !OF_THIS_VISIT.has(name) && !(name === 'dueAt' && winners.has(line['id'])),
    )
    assert.deepEqual(pick(line, shared), pick(row, shared))
    assert.deepEqual(
      Object.keys(line)
        .filter((name) => !(name in row))
        .toSorted(),
      ONLY_LOGGED,
    )
  }
})

const pick = (row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, row[name]]))

test('a drain that leaves URLs behind says how many, why, until when, and what to do about it', async () => {
  const { worked, db } = await crawl(
    ['http://refused.example:81/1', 'http://refused.example:81/2'],
    ['--connect-to', `refused.example:81:127.0.0.1:${await freePort()}`],
  )
  assert.equal(worked.code, 0, worked.stderr)
  const story =
    /^canonist: 2 URLs left, waiting for 1 host that is down or asked for a pause \(connect_refused 2\); a worker retries from 2\S+Z\. To list them: (.*)\. To retry them now: (.*)$/m
  const [, list, requeue] = story.exec(worked.stderr) ?? assert.fail(worked.stderr)
  assert.equal(list, `canonist frontier list --db ${db} --state retry`)
  const listed = await canonist(list?.split(' ').slice(1) ?? [])
  assert.equal(listed.stdout.split('\n').length, 3, listed.stdout)
  const requeued = await canonist(requeue?.split(' ').slice(1) ?? [])
  assert.equal(requeued.code, 0, requeued.stderr)
  assert.match(requeued.stderr, /2 URLs requeued/)
})

test('the metrics port serves health and counts, and the worker ends by SIGTERM', async () => {
  const { db, net } = await crawl(['http://a.example/old'])
  const child = start(['work', '--db', db, '--metrics-port', '0', ...net])
  let said = ''
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    said += String(chunk)
    if (said.includes('/metrics are at')) break
  }
  const base = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? ''
  const health = await fetch(`${base}/healthz`)
  assert.deepEqual([health.status, await health.text()], [200, 'ok\n'])
  const metrics = await (await fetch(`${base}/metrics`)).text()
  assert.match(metrics, /^frontier_depth\{state="fetched",reason=""\} 1$/m)
  assert.match(metrics, /^# TYPE frontier_claim_seconds histogram$/m)
  assert.match(metrics, /^frontier_hosts\{state="waiting"\} 1$/m)
  assert.match(metrics, /^frontier_inflight 0$/m)
  assert.equal((await fetch(`${base}/`)).status, 404)
  for (const path of ['/healthz', '/metrics'])
    assert.equal((await fetch(base + path, { method: 'POST' })).status, 405, path)
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 0)
})
