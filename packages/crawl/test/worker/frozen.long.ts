import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { exitCode, start } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { send } from '@canonist/test-support/loopback-web.ts'
import { openCrawl } from './support/crawl.ts'
import { faultsNow } from './support/faults-now.ts'
import { listGaps } from './support/gaps.ts'

const FREEZES = 60
const LEASE_MS = 1000
const DELAY_MS = 100
const HOSTS = Array.from({ length: 6 }, (_, number) => `h${number}.example`)
const PAGES_OF_A_HOST = 400

for (const { dialect, freshLocation } of await bothDatabases())
  test(`${dialect}: a worker that is frozen ${FREEZES} times past its leases never sends a request too soon`, async (context) => {
    const crawl = await openCrawl(await freshLocation(), (_request, response, { path }) =>
      send(response, path === '/robots.txt' ? { status: 404 } : { body: `<html>${path}` }),
    )
    const flags = ['--lease', LEASE_MS / 1000, '--host-delay', DELAY_MS, '--retry-base', 0.05].map(String)
    const connectTo = crawl.web.connectToFlags.flatMap((to) => ['--connect-to', to])
    const startWorker = () => start(['work', '--db', crawl.location, '-q', ...flags, ...connectTo])
    const [frozen, other] = [startWorker(), startWorker()]
    try {
      for (const host of HOSTS)
        await crawl.frontier.submit(Array.from({ length: PAGES_OF_A_HOST }, (_, page) => `http://${host}/${page}`))
      while (crawl.asked().length < 20) await sleep(20)
      for (let freeze = 0; freeze < FREEZES; freeze += 1) {
        await sleep(Math.random() * DELAY_MS * 2)
        frozen.kill('SIGSTOP')
        await sleep(LEASE_MS * (1 + Math.random() / 2))
        frozen.kill('SIGCONT')
      }
    } finally {
      for (const child of [frozen, other]) {
        child.kill('SIGCONT')
        child.kill('SIGTERM')
      }
      for (const child of [frozen, other]) if (child.exitCode === null) await exitCode(child)
    }
    const least = Math.min(...HOSTS.flatMap((host) => listGaps(crawl.web.requests, host)))
    context.diagnostic(`${crawl.web.requests.length} requests, the shortest gap was ${least.toFixed(1)} ms`)
    assert.ok(least >= DELAY_MS, `a host was asked again after ${least} ms`)
    assert.deepEqual(await faultsNow(crawl.database), [])
    await crawl.close()
  })
