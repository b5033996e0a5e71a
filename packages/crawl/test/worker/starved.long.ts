import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { exitCode, start } from '@canonist/test-support/command.ts'
import { limitCpu } from '@canonist/test-support/limit-cpu.ts'
import { send, type Handler } from '@canonist/test-support/loopback-web.ts'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import type { WorkResult } from '../../src/worker/work-result.ts'
import { openCrawl } from './support/crawl.ts'
import { faultsNow } from './support/faults-now.ts'

const HOSTS = 200
const PAGES_OF_A_HOST = 4
const SILENT_HOSTS = 4
const CORE_SHARE = 0.1
const MAX_ATTEMPTS = 3
const MAX_MS = 15 * 60_000

/** As large as the page of a news site, with as many links. */
const BODY = gzipSync(
  `<html><title>Tides</title>${Array.from({ length: 1500 }, (_, line) => `<p>High water at <a href="/${line % PAGES_OF_A_HOST}">the harbour</a> is at ${line} minutes past six, and twice a month it is higher.</p>\n`).join('')}`,
)
const HEADERS = { 'content-type': 'text/html', 'content-encoding': 'gzip' }

/** Every page responds within a second. On the silent hosts no page ever does. */
const pages: Handler = (_request, response, { path, host }) => {
  if (path === '/robots.txt') return send(response, { status: 404 })
  if (host.startsWith('silent')) return
  const number = Number(path.slice(1)) + Number(host.match(/\d+/)?.[0])
  return send(response, { headers: HEADERS, body: BODY, delayMs: (number * 97) % 900 })
}

const healthy = Array.from({ length: HOSTS }, (_, host) =>
  Array.from({ length: PAGES_OF_A_HOST }, (_, page) => `http://h${host}.example/${page}`),
).flat()
const silent = Array.from({ length: SILENT_HOSTS }, (_, host) => `http://silent${host}.example/`)

for (const lease of ['2m', '2s']) {
  test(`a worker with ${CORE_SHARE} of a core, 128 visits at once and leases of ${lease} blames no healthy page`, (context) =>
    crawlStarved(context, lease))
}

async function crawlStarved(context: TestContext, lease: string): Promise<void> {
  const crawl = await openCrawl(await sqliteFiles().freshLocation(), pages)
  context.after(() => crawl.close())
  await crawl.frontier.submit([...healthy, ...silent])
  const flags = {
    db: crawl.location,
    log: 'json',
    concurrency: 128,
    timeout: '5s',
    discover: 'host',
    lease,
    'host-delay': '50ms',
    'retry-base': '500ms',
    'max-attempts': MAX_ATTEMPTS,
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const connectTo = crawl.web.connectToFlags.flatMap((to) => ['--connect-to', to])
  const child = start(['work', '--drain', ...args, ...connectTo])
  child.stdout.resume()
  const [results, notices]: [WorkResult[], string[]] = [[], []]
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('{')) results.push(JSON.parse(line) as WorkResult)
    else notices.push(line)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  context.after(() => child.kill('SIGKILL'))
  // Starting takes a second of processor time, which is not what is tried here.
  while (crawl.web.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  const limit = limitCpu(child.pid ?? 0, CORE_SHARE)
  const startedAt = performance.now()
  const code = await exitCode(child)
  const seconds = (performance.now() - startedAt) / 1000
  clearTimeout(timer)
  limit.remove()
  const blamed = results.filter(({ attempts, url }) => attempts > 0 && !url.includes('silent'))
  const requested = crawl.asked().filter((url) => !url.includes('silent')).length
  const dead = await crawl.urls({ state: 'dead' })
  const deadPages = dead.filter(({ url }) => !url.includes('silent')).length
  for (const notice of notices) context.diagnostic(notice)
  context.diagnostic(
    `${limit.how}: ${healthy.length} pages in ${seconds.toFixed(0)} s, ${requested} requests, ` +
      `${blamed.length} attempts against healthy pages, ${deadPages} of them dead`,
  )
  assert.equal(code, 0)
  assert.equal(notices.filter((notice) => notice.includes('too little CPU time')).length, 1)
  assert.deepEqual(
    blamed.map(({ url, reason }) => `${url} ${reason}`),
    [],
  )
  const { fetched } = await crawl.frontier.countByState()
  assert.equal(fetched, healthy.length)
  assert.deepEqual(
    dead.map(({ url, reason, attempts }) => `${url} ${reason} ${attempts}`).toSorted(),
    silent.map((url) => `${url} read_timeout ${MAX_ATTEMPTS}`),
  )
  assert.deepEqual(await faultsNow(crawl.database), [])
}
