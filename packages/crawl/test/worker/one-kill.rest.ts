import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { exitCode, start } from '@canonist/test-support/command.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { holdUp } from '@canonist/test-support/hold-up.ts'
import { send } from '@canonist/test-support/loopback-web.ts'
import { openCrawl } from './support/crawl.ts'
import { faultsNow } from './support/faults-now.ts'

/** From now on nobody can write results, until it is called off. */
async function block(location: string): Promise<() => Promise<void>> {
  if (!location.startsWith('postgres')) {
    const file = new DatabaseSync(location)
    file.exec('begin immediate')
    return async () => file.close()
  }
  return (await holdUp(location)).released
}

/** A page that is sent when the test says so, and a worker with a short lease that has asked for it. */
async function underWay(location: string) {
  const page = Promise.withResolvers<void>()
  const crawl = await openCrawl(location, async (_request, response, { path }) => {
    if (path === '/robots.txt') return send(response, { status: 404 })
    await page.promise
    return send(response, { body: '<html>at last' })
  })
  await crawl.frontier.submit(['http://a.example/'])
  const flags = ['--lease', '1', '--host-delay', '0', ...crawl.web.connectToFlags.flatMap((to) => ['--connect-to', to])]
  const child = start(['work', '--db', location, ...flags])
  child.stderr.resume()
  while (crawl.asked().length === 0) await sleep(20)
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exitCode(child)
  }
  return { ...crawl, kill, sendPage: () => page.resolve() }
}

for (const { dialect: database, freshLocation } of await bothDatabases()) {
  test(`${database}: hard test 1: what a killed worker had is handed out again when its lease is over, and that is counted`, async () => {
    const { frontier, kill, close, sendPage } = await underWay(await freshLocation())
    try {
      await kill()
      assert.equal((await frontier.countByState()).leased, 1)
      assert.deepEqual(await frontier.claim(), [], 'not before')
      await sleep(1100)
      await frontier.sweep()
      // As long as a URL waits after its first worker: one and a half times the base for retries, at most.
      await sleep(10)
      const [claim] = await frontier.claim()
      assert.equal(claim?.claims, 2)
    } finally {
      sendPage()
      await close()
    }
  })

  test(`${database}: hard test 2: killed behind its answer and before its result, the page is fetched again and ends in one state`, async () => {
    const { database, location, kill, close, sendPage, drain, asked, urls } = await underWay(await freshLocation())
    try {
      const unblock = await block(location)
      sendPage()
      await sleep(300)
      await kill()
      await unblock()
      await drain()
      assert.deepEqual(
        (await urls()).map(({ state, fetches }) => [state, fetches]),
        [['fetched', 1]],
      )
      assert.deepEqual(asked(), ['http://a.example/', 'http://a.example/'])
      assert.deepEqual(await faultsNow(database), [])
    } finally {
      await close()
    }
  })
}
