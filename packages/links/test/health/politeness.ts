import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHealth } from '../../src/health/open-health.ts'
import { createHostClock } from '@canonist/web/internal/net/politeness/host-clock'
import { createLimit } from '@canonist/web/internal/net/politeness/limit'
import { DEFAULT_USER_AGENT } from '@canonist/web/internal/net/user-agent'
import { openRegistry } from '@canonist/registry/internal/registry/open-registry'
import { createFetcher, type Fetcher } from '@canonist/web/internal/resolve/fetcher'
import { createPoliteFetcherOn } from '@canonist/web/internal/resolve/polite-fetcher'
import { sqliteFiles } from '@canonist/test-support/databases.ts'
import { createChance } from '@canonist/test-support/chance.ts'
import { createSimulatedClock, type SimulatedClock } from '@canonist/test-support/simulated-clock.ts'
import { article } from './support/pages.ts'

const DELAY_MS = 1000

interface Met {
  readonly start: number
  readonly end: number
}

/** A whole pass over many hosts on a simulated clock; servers take their time, fail, and redirect to each other. */
export function testPoliteness(pages: number, hosts: number, seed: number): void {
  test(`${pages} pages on ${hosts} hosts: no two requests to a host within a second`, async (t) => {
    const clock = createSimulatedClock(Date.UTC(2026, 0, 1))
    const met = new Map<string, Met[]>()
    const location = await sqliteFiles().freshLocation()
    const registry = await openRegistry(location)
    await registry.ingest(Array.from({ length: pages }, (_, index) => `https://h${index % hosts}.com/${index}`))
    await registry.close()
    const health = await openHealth(location, { now: clock.now, sleep: clock.sleep })
    t.after(() => health.close())
    const fetcher = politeFetcher(clock, simulatedFetcher(clock, met, hosts, createChance(seed)))
    const { checked } = await clock.run(health.check({ fetcher, concurrency: hosts }))
    const intervals = [...met.values()].flatMap(listIntervals)
    t.diagnostic(`${checked} pages, ${intervals.length} intervals, least ${Math.min(...intervals)} ms`)
    assert.equal(checked, pages)
    assert.equal(met.size, hosts)
    assert.deepEqual(
      intervals.filter((ms) => ms < DELAY_MS),
      [],
    )
  })
}

function simulatedFetcher(
  clock: SimulatedClock,
  met: Map<string, Met[]>,
  hosts: number,
  chance: (below: number) => number,
): Fetcher {
  return createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    timeouts: { dns: 1e9, connect: 1e9, headers: 1e9, bodyGap: 1e9, total: 1e9 },
    exchangeFn: async ({ url, method }) => {
      const { hostname, pathname } = new URL(url)
      const start = clock.now()
      await clock.sleep(1 + chance(chance(20) === 0 ? 3000 : 300))
      const list = met.get(hostname) ?? []
      list.push({ start, end: clock.now() })
      met.set(hostname, list)
      if (pathname === '/robots.txt')
        return { status: 200, headers: {}, body: chance(2) === 0 ? '' : 'User-agent: *\nCrawl-delay: 2' }
      if (chance(10) === 0)
        return { status: 302, headers: { location: `https://h${chance(hosts)}.com/r${chance(9)}` }, body: '' }
      if (chance(10) === 0) return { status: 404, headers: {}, body: '' }
      return { status: 200, headers: {}, body: method === 'HEAD' ? '' : article('Tea', chance(9)) }
    },
  })
}

/** As createPoliteFetcher makes it, on a clock of ours. */
function politeFetcher({ now, sleep }: SimulatedClock, fetcher: Fetcher): Fetcher {
  const hosts = createHostClock({ delayMs: DELAY_MS, now, sleep: (ms, signal) => sleep(ms, signal) })
  const manners = { hosts, limit: createLimit(1000), now, maxWaitMs: Number.POSITIVE_INFINITY }
  return createPoliteFetcherOn(fetcher, manners, DEFAULT_USER_AGENT)
}

/** From the end of one request to the start of the next: less than that nobody can measure. */
function listIntervals(met: readonly Met[]): number[] {
  const ordered = met.toSorted((a, b) => a.start - b.start)
  return ordered.slice(1).map(({ start }, index) => start - (ordered[index]?.end ?? 0))
}
