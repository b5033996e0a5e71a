import assert from 'node:assert/strict'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, type Client } from '@canonist/client'
import { openCanonist, type Canonist } from '@canonist/server/internal/canonist/open-canonist'
import { openSnapshots } from '@canonist/server/internal/publish/open-snapshots'
import { startForTest } from './api-server.ts'
import { freshFolder, sqliteFiles } from './databases.ts'

const databases = sqliteFiles()
export const pageUrl = (number: number): string => `https://example.com/${number}`

/** A server of snapshots, and the registry that they are made of. */
export interface Published {
  readonly canonist: Canonist
  readonly folder: string
  readonly url: string
  readonly client: Client
  readonly troubles: Error[]
  /** Adds a page and publishes it, as the only snapshot that is kept. */
  publishPage(number: number): Promise<void>
}

/** Stops when the test is over. */
export async function servePublished(t: TestContext): Promise<Published> {
  const [canonist, folder, troubles] = [
    await openCanonist(await databases.freshLocation()),
    freshFolder(),
    [] as Error[],
  ]
  const registry = await canonist.registry()
  const publishPage = async (number: number): Promise<void> => {
    await registry.ingest([pageUrl(number)])
    await registry.publish(folder, { keep: 1 })
  }
  await publishPage(0)
  const snapshots = await openSnapshots(folder, { onTrouble: (error) => void troubles.push(error) })
  const server = await startForTest((bound) => bound.serveSnapshots(snapshots))
  t.after(async () => {
    await server.stop(100)
    await snapshots.close()
    await canonist.close()
  })
  const client = createClient({ url: server.url, retry: { attempts: 0 } })
  return { canonist, folder, url: server.url, client, troubles, publishPage }
}

/** Files of the folder that this process has open, by their names; removed ones, too. */
function openFiles(folder: string): string[] {
  const all = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return all.filter((path) => path.startsWith(folder) && path.includes('registry-'))
}

/** How often each kind of request is answered between two swaps. */
const ANSWERS = 2

/** Requests of all kinds are sent all the time, and none of them fails because of a swap. */
export function testSwaps({ swaps }: { readonly swaps: number }): void {
  test(`${swaps} swaps under continuous requests: none fails, reads see the new snapshot, old files are closed`, async (t) => {
    const { folder, client, publishPage } = await servePublished(t)
    const stop = new AbortController()
    let published = 0
    const requests: Readonly<Record<string, () => Promise<unknown>>> = {
      find: async () => {
        const wanted = published
        // Whoever asks after a swap gets at least what was published before.
        assert.equal((await client.findPage({ url: pageUrl(wanted) })).canonicalUrl, pageUrl(wanted))
      },
      list: async () => {
        const least = published + 1
        let pages = 0
        // So few at a time that swaps come between the parts of a list.
        for await (const { id } of client.listPages.all({ limit: 2 })) pages += id > 0 ? 1 : 0
        assert.ok(pages >= least, `${pages} of ${least}`)
      },
      // Reads the whole registry through a connection of its own.
      diff: () => client.diffPolicies({ from: 'dedupe', to: 'links' }),
      status: () => client.getStatus(),
      metrics: () => client.getMetrics(),
      ready: () => client.getReadiness(),
    }
    const counts: Record<string, number> = {}
    const running = Object.entries(requests).map(async ([name, request]) => {
      while (!stop.signal.aborted) {
        await request()
        counts[name] = (counts[name] ?? 0) + 1
      }
    })
    const all = Promise.all(running)
    all.catch(() => stop.abort())
    for (let number = 1; number <= swaps && !stop.signal.aborted; number += 1) {
      await publishPage(number)
      published = number
      assert.equal((await client.getStatus()).counts.pages, number + 1)
      const isAnswered = (name: string): boolean => (counts[name] ?? 0) >= number * ANSWERS
      while (!stop.signal.aborted && !Object.keys(requests).every(isAnswered)) await sleep(10)
    }
    stop.abort()
    await all
    for (const name of Object.keys(requests)) assert.ok((counts[name] ?? 0) > 10, `${name}: ${counts[name]}`)
    if (existsSync('/proc/self/fd')) assert.deepEqual(new Set(openFiles(folder)).size, 1)
    const last = String(swaps + 1).padStart(6, '0')
    assert.equal((await client.getStatus()).database, join(folder, `registry-${last}.sqlite`))
  })
}
