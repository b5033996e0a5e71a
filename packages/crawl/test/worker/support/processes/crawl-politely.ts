import { openFrontier } from '../../../../src/frontier/open-frontier.ts'
import { createFetcher } from '@canonist/web/internal/resolve/fetcher'
import { SYSTEM_CLOCK } from '../../../../src/worker/worker-clock.ts'
import { work } from '../../../../src/worker/worker.ts'

// node crawl-politely.ts LOCATION PORT WORKERS DELAY TIME: so many workers for so long, each on connections of its own.
const [location = '', port = '', workers = '', hostDelayMs = '', forMs = ''] = process.argv.slice(2)

/** Nobody naps: the host is asked at the first moment at which it may be, by whoever is there first. */
const LONGEST_NAP_MS = 200
const sleep = (ms: number, signal?: AbortSignal) => SYSTEM_CLOCK.sleep(Math.min(ms, LONGEST_NAP_MS), signal)
const clock = { ...SYSTEM_CLOCK, sleep }

const exchanger = createFetcher({ connectTo: { ':80': `127.0.0.1:${port}` } })
const options = { hostDelayMs: Number(hostDelayMs), retryBaseMs: 5, leaseMs: 5000 }
const frontiers = await Promise.all(Array.from({ length: Number(workers) }, () => openFrontier(location, options)))
const signal = AbortSignal.timeout(Number(forMs))
await Promise.all(frontiers.map((frontier) => work(frontier, { exchanger, signal, clock, concurrency: 4 })))
await Promise.all([exchanger.close(), ...frontiers.map((frontier) => frontier.close())])
