import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { joinProgram } from '@canonist/test-support/join-program.ts'
import { send } from '@canonist/test-support/loopback-web.ts'
import { openCrawl } from './support/crawl.ts'
import { faultsNow } from './support/faults-now.ts'

const SCRIPT = await joinProgram(fileURLToPath(new URL('support/processes/crawl-with-culprit.ts', import.meta.url)))
const CULPRIT = 'http://culprit.example/'
const CROWDS = [
  // All of them fit into one claim, so they would be lost together each time.
  { healthy: 15, hosts: 15, leaseMs: 2000 },
  { healthy: 60, hosts: 30, leaseMs: 2000 },
]
const MOST_STARTS = 30

/** Starts the worker again and again until it ends by itself; returns how often it was killed. */
async function runUntilItEnds(args: readonly string[]): Promise<number> {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
  for (let kills = 0; kills < MOST_STARTS; kills += 1) {
    const ended = await new Promise<{ killed: boolean; said: string; ok: boolean }>((resolve) => {
      execFile(process.execPath, ['--conditions=canonist-source', SCRIPT, ...args], { env }, (error, _, said) =>
        resolve({ killed: error?.signal === 'SIGKILL', said, ok: error === null }),
      )
    })
    if (ended.ok) return kills
    assert.ok(ended.killed, ended.said)
  }
  return assert.fail(`the worker did not end by itself within ${MOST_STARTS} starts`)
}

for (const { dialect: database, freshLocation } of await bothDatabases())
  for (const { healthy, hosts, leaseMs } of CROWDS)
    test(`${database}: one URL that kills its worker is poison, and the ${healthy} beside it are fetched`, async (context) => {
      const crawl = await openCrawl(await freshLocation(), (_request, response, { url, path }) => {
        if (path === '/robots.txt') return send(response, { status: 404 })
        return send(response, { body: `<html>${url}`, delayMs: url === CULPRIT ? 100 : 300 })
      })
      try {
        const urls = Array.from({ length: healthy }, (_, number) => `http://h${number % hosts}.example/${number}`)
        await crawl.frontier.submit([CULPRIT], { priority: 'high' })
        await crawl.frontier.submit(urls)
        const kills = await runUntilItEnds([crawl.location, String(crawl.web.plainPort), CULPRIT, String(leaseMs)])
        context.diagnostic(`${kills} workers were killed`)
        const { fetched, dead } = await crawl.frontier.countByState()
        assert.deepEqual({ fetched, dead }, { fetched: healthy, dead: 1 })
        assert.equal(await crawl.readState(CULPRIT), 'dead poison')
        // Fewer than five where the machine is so slow that a lease is lost without a kill.
        assert.ok(kills <= 7, `${kills} kills`)
        assert.deepEqual(await faultsNow(crawl.database), [])
      } finally {
        await crawl.close()
      }
    })
