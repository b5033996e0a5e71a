import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonist } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send } from '@canonist/test-support/loopback-web.ts'
import { openCrawl } from './support/crawl.ts'
import { listGaps } from './support/gaps.ts'

const HOST = 'a.example'
const DELAY_MS = 400
const PAGES = 6

/** `work` and `check` on one database; returns how often each was seen by the host, and the shortest gap between two requests. */
async function runBoth(location: string): Promise<{ least: number; workers: number; checkers: number }> {
  const crawl = await openCrawl(location, (_request, response, { path }) =>
    send(response, path === '/robots.txt' ? { status: 404 } : { body: `<html>${path}`, delayMs: 300 }),
  )
  try {
    await crawl.frontier.submit(Array.from({ length: PAGES }, (_, number) => `http://${HOST}/${number}`))
    const connectTo = crawl.web.connectToFlags.flatMap((to) => ['--connect-to', to])
    const common = ['--db', location, '-q', '--host-delay', String(DELAY_MS), ...connectTo]
    const ran = await Promise.all([
      canonist(['work', '--drain', '--user-agent', 'worker/1', ...common]),
      canonist(['check', '--all', '--user-agent', 'checker/1', ...common]),
    ])
    for (const { code, stderr } of ran) assert.ok(code === 0 || code === 1, stderr)
    const asks = (agent: string): number =>
      crawl.web.requests.filter(({ headers }) => headers['user-agent']?.startsWith(agent) === true).length
    return {
      least: Math.min(...listGaps(crawl.web.requests, HOST)),
      workers: asks('worker'),
      checkers: asks('checker'),
    }
  } finally {
    await crawl.close()
  }
}

for (const { dialect, freshLocation } of await bothDatabases()) {
  const run = runBoth(await freshLocation())

  test(`${dialect}: work and check on one database both request the pages of a host`, async () => {
    const { workers, checkers } = await run
    assert.ok(workers >= PAGES && checkers >= PAGES, `${workers} and ${checkers} requests`)
  })

  test(`${dialect}: work and check on one database keep the pause of a host together`, async () => {
    const { least } = await run
    assert.ok(least >= DELAY_MS, `the host was asked again after ${least} ms`)
  })
}
