import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsNow } from './faults-now.ts'
import { start } from '@canonist/test-support/command.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { send, type Handler } from '@canonist/test-support/loopback-web.ts'
import { openCrawl } from './crawl.ts'
import { listGaps } from './gaps.ts'

const HOSTS = Array.from({ length: 12 }, (_, index) => `h${index}.example`)
const PAGES_OF_A_HOST = 10
const DELAY_MS = 20
const PROCESSES = 2

/** By the last digit: pages, slow ones, redirects here and elsewhere, and what is not there. */
const pages: Handler = (_request, response, { path, host }) => {
  const number = Number(path.slice(1))
  if (path === '/robots.txt') return send(response, { status: 404 })
  if (path.startsWith('/end')) return send(response, { body: `<html>${host}${path}` })
  if (number % 10 === 7) return send(response, { status: 404 })
  if (number % 10 === 8) return send(response, { status: 301, headers: { location: `/end${number}` } })
  if (number % 10 === 9)
    return send(response, {
      status: 302,
      headers: { location: `http://${HOSTS[number % 12]}/end-of-${host}-${number}` },
    })
  return send(response, { body: `<html>${host}${path}`, delayMs: number % 4 === 0 ? 40 : 0 })
}

const URLS = HOSTS.flatMap((host) =>
  Array.from({ length: PAGES_OF_A_HOST }, (_, number) => `http://${host}/${number + 1}`),
)

export interface KillReport {
  readonly kills: number
  readonly rounds: number
  /** URLs that five killed workers in a row had, and that were given up. */
  readonly poisoned: number
  readonly requests: number
  /** The shortest pause that any host saw, in milliseconds. */
  readonly least: number
}

/** Kills workers in the middle of a crawl, again and again; whenever it has come to its end, all must be well. */
export async function killCrawl(databases: TestDatabases, kills: number, chance: () => number): Promise<KillReport> {
  const location = await databases.freshLocation()
  const crawl = await openCrawl(location, pages, { hostDelayMs: DELAY_MS })
  try {
    await crawl.frontier.submit(URLS)
    const args = workerArgs(location, crawl.web.connectToFlags)
    let [count, rounds, poisoned] = [0, 0, 0]
    while (count < kills) {
      count += await killUntilDone(args, kills - count, chance)
      rounds += 1
      poisoned += await assertNothingIsLost(crawl)
      await crawl.frontier.requeue({})
    }
    // Left in peace, all of them come to their end.
    assert.ok(await runUntilKilled(args, 60_000))
    assert.equal(await assertNothingIsLost(crawl), 0)
    const least = Math.min(...HOSTS.flatMap((host) => listGaps(crawl.web.requests, host)))
    assert.ok(least >= DELAY_MS, `a host was asked again after ${least} ms`)
    return { kills: count, rounds, poisoned, requests: crawl.web.requests.length, least }
  } finally {
    await crawl.close()
  }
}

function workerArgs(location: string, connectTo: readonly string[]): string[] {
  const settings = { 'host-delay': DELAY_MS, lease: 2, 'retry-base': 0.02, concurrency: 8 }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  return [
    'work',
    '--db',
    location,
    '--drain',
    '--log',
    'text',
    ...flags,
    ...connectTo.flatMap((to) => ['--connect-to', to]),
  ]
}

/** Some workers side by side, each killed after a while, until there is nothing left to do; tells how many kills it took. */
async function killUntilDone(args: readonly string[], most: number, chance: () => number): Promise<number> {
  let kills = 0
  const run = async (): Promise<void> => {
    while (kills < most) {
      if (await runUntilKilled(args, 20 + chance() * 1000)) return
      kills += 1
    }
    assert.ok(await runUntilKilled(args, 60_000), 'the last one is let be')
  }
  await Promise.all(Array.from({ length: PROCESSES }, run))
  return kills
}

/** So long after its first result; whether it came to its end before. */
async function runUntilKilled(args: readonly string[], afterMs: number): Promise<boolean> {
  const child = start(args)
  child.stdout.resume()
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
  await Promise.race([once(child.stderr, 'data'), exit])
  const timer = new AbortController()
  await Promise.race([exit, sleep(afterMs, null, { signal: timer.signal })])
  timer.abort()
  child.kill('SIGKILL')
  const [code, signal] = await exit
  assert.ok(code === 0 || signal === 'SIGKILL', `a worker ended with ${code}: ${said}`)
  return code === 0
}

/** Each is in one state, and in the right one; tells how many were given up because their workers died with them. */
async function assertNothingIsLost(crawl: Awaited<ReturnType<typeof openCrawl>>): Promise<number> {
  const { pending, leased, retry, excluded } = await crawl.frontier.countByState()
  assert.deepEqual(await faultsNow(crawl.database), [])
  assert.deepEqual({ pending, leased, retry, excluded }, { pending: 0, leased: 0, retry: 0, excluded: 0 })
  const dead = await crawl.urls({ state: 'dead' })
  const poisoned: readonly string[] = dead.filter(({ reason }) => reason === 'poison').map(({ url }) => url)
  const missing = dead.filter(({ reason }) => reason !== 'poison').map(({ url, reason }) => `${url} ${reason}`)
  const expected = URLS.filter((url) => url.endsWith('7') && !poisoned.includes(url)).map((url) => `${url} not_found`)
  assert.deepEqual(missing.toSorted(), expected.toSorted())
  for (const url of URLS) assert.notEqual(await crawl.readState(url), 'unknown', url)
  return poisoned.length
}
