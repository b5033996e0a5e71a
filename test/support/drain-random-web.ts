import assert from 'node:assert/strict'
import { createRandom } from './random-url.ts'
import type { FuzzRange, Tally } from './fuzz.ts'
import { createFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { FRONTIER_REASONS } from '@canonist/crawl/internal/frontier/reasons'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import type { WorkResult } from '@canonist/crawl/internal/worker/work-result'
import { work } from '@canonist/crawl/internal/worker/worker'
import { faultsNow } from '../../packages/crawl/test/worker/support/faults-now.ts'
import { optionsFor, type Told } from './fuzz-answers.ts'
import { linkIn } from './random-server.ts'

const LINKS_EACH = 4
/**
 * No pauses but those that servers ask for. Shorter retries would keep the queue busy with hosts that are down; longer ones
 * double ten times for each host that asks for quiet.
 */
const QUICK = { hostDelayMs: 0, retryBaseMs: 50, leaseMs: 30_000, maxAttempts: 2 }

/** Lets one worker crawl the webs of all cases until nothing is left to do. It must end, and leave a queue without faults. */
export async function drainRandomWeb(range: FuzzRange, told: Told, location: string, mostMs: number): Promise<Tally> {
  const database = await openDatabase(location)
  const frontier = await createFrontier(database, QUICK)
  const exchanger = createFetcher(optionsFor(range, told))
  const results: WorkResult[] = []
  const signal = AbortSignal.timeout(mostMs)
  try {
    await frontier.submit(listLinks(range))
    const onResult = (result: WorkResult): unknown => results.push(result)
    const report = await work(frontier, { exchanger, drain: true, signal, onResult })
    assert.ok(report.isDrained, `SEED=${range.seed} CASES=${range.cases} fails: not drained within ${mostMs} ms`)
    for (const { reason } of results)
      assert.ok(reason === null || Object.hasOwn(FRONTIER_REASONS, reason), String(reason))
    assert.deepEqual(await faultsNow(database), [])
    return { cases: range.cases, results: results.length, requests: report.requests, ...report.results }
  } finally {
    await exchanger.close()
    await frontier.close()
  }
}

function listLinks({ seed, cases }: FuzzRange): string[] {
  const random = createRandom(seed)
  return Array.from({ length: cases * LINKS_EACH }, (_, at) => linkIn(seed + Math.floor(at / LINKS_EACH), random))
}
