import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { openHealth } from '../../src/health/open-health.ts'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { canonist, start, temporaryFolder, type Ran } from '@canonist/test-support/command.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'
import { createChance } from '@canonist/test-support/chance.ts'
import { send, startLoopbackWeb, type LoopbackWeb } from '@canonist/test-support/loopback-web.ts'
import { article } from './support/pages.ts'

const HOSTS = 4
const PAGES = 48
const URLS = Array.from({ length: PAGES }, (_, index) => `https://h${index % HOSTS}.example.com/${index}`)
const ANSWER_MS = 15

/** Processes that are killed, interrupted and side by side, on either database. */
export function processContract({ dialect, freshLocation }: TestDatabases, kills: number): void {
  describe(`${dialect} link health in several processes`, () => {
    const { path: folder, file } = temporaryFolder()
    let web: LoopbackWeb

    before(async () => {
      web = await startLoopbackWeb((_, response, { path }) =>
        send(
          response,
          path === '/robots.txt'
            ? { status: 404 }
            : /^\/\d+$/.test(path)
              ? { body: article(path, path.length), delayMs: ANSWER_MS }
              : { status: 404 },
        ),
      )
      file('ca.pem', web.ca)
    })
    after(() => web.close())

    /** With a lease of a second, so that the hosts of a process that was killed are soon free. */
    const command = (db: string, lease = 1): string[] => {
      const mapping = web.connectToFlags.flatMap((flag) => ['--connect-to', flag])
      const flags = ['--host-delay', '0', '--lease', String(lease), '--cacert', 'ca.pem', '--quiet']
      return ['check', '--db', db, ...flags, ...mapping]
    }
    const run = (db: string, lease = 1): Promise<Ran> => canonist(command(db, lease), { cwd: folder })

    async function filled(): Promise<string> {
      const location = await freshLocation()
      const registry = await openRegistry(location)
      await registry.ingest(URLS)
      await registry.close()
      return location
    }

    /** How often each page was looked at, as far as it was written down. */
    async function looksAt(db: string): Promise<number[]> {
      const health = await openHealth(db)
      const looks: number[] = []
      for await (const { pageId, verdict } of health.streamVerdicts()) {
        assert.equal(verdict, 'healthy')
        looks.push((await health.readHistory(pageId)).length)
      }
      await health.close()
      return looks
    }

    const requestsFor = (path: string, from: number): number =>
      web.requests.slice(from).filter((request) => request.path === path && request.method === 'GET').length

    /** Starts a pass and stops it by a signal when so many more requests have been met. */
    async function stopAfter(
      db: string,
      requests: number,
      signal: NodeJS.Signals,
    ): Promise<[number | null, NodeJS.Signals | null]> {
      const until = web.requests.length + requests
      const child = start(command(db), { cwd: folder })
      const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
      while (web.requests.length < until && child.exitCode === null) await setTimeout(2)
      child.kill(signal)
      return exit
    }

    test(`killed ${kills} times, it resumes where it was, and checks no page twice`, async () => {
      const [db, chance, from] = [await filled(), createChance(kills), web.requests.length]
      for (let kill = 0; kill < kills; kill += 1) await stopAfter(db, 1 + chance((2 * PAGES) / kills), 'SIGKILL')
      assert.equal((await run(db)).code, 0)
      assert.deepEqual(
        await looksAt(db),
        URLS.map(() => 1),
      )
      // What was under way when it was killed is asked again, and nothing else.
      const again = URLS.filter((_, index) => requestsFor(`/${index}`, from) > 1).length
      assert.ok(again <= kills * HOSTS, `${again} pages were asked more than once`)
    })

    test('Ctrl-C ends it by the signal, with the hosts given back', async () => {
      const db = await filled()
      const [code, signal] = await stopAfter(db, 10, 'SIGINT')
      assert.deepEqual([code, signal], [null, 'SIGINT'])
      const database = await openDatabase(db)
      const claimed = await database.all('select * from host_checks where claimed_by is not null')
      const looked = await database.all('select * from observations')
      await database.close()
      assert.deepEqual(claimed, [])
      assert.ok(looked.length < PAGES)
      assert.equal((await run(db)).code, 0)
      assert.deepEqual(
        await looksAt(db),
        URLS.map(() => 1),
      )
    })

    test('two at once share the work: every page is asked once, and a host by one of them at a time', async () => {
      const [db, from] = [await filled(), web.requests.length]
      // No process is killed here. On a busy machine one may stop for longer than a second, and would lose its host to the other.
      // Not longer: the one that finds every host taken waits for a third of the lease.
      const ran = await Promise.all([run(db, 30), run(db, 30)])
      assert.deepEqual(
        ran.map(({ code, stderr }) => [code, stderr]),
        ran.map(() => [0, '']),
      )
      assert.deepEqual(
        await looksAt(db),
        URLS.map(() => 1),
      )
      assert.deepEqual(
        URLS.map((_, index) => requestsFor(`/${index}`, from)),
        URLS.map(() => 1),
      )
    })
  })
}
