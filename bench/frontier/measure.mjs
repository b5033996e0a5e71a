// One worker in a process of its own: node bench/frontier/measure.mjs CONTESTANT LOCATION WARM_UP_LOCATION WARM_UP_SECONDS SECONDS BATCH
// It works in another database first, because workers run for days and only their first second is spent on compiling. Then it
// waits for a line on stdin, so that all begin together, and prints how many URLs it did and how long its claims took.
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

import { claimAndComplete } from '../rivals/row-by-row-frontier.mjs'

const FETCHED = { kind: 'fetched', status: 200, etag: '"abc"', contentHash: 'ab'.repeat(16), sinceRequestMs: 1 }

const CONTESTANTS = {
  async frontier(location, limit) {
    const frontier = await openFrontier(location, { hostDelayMs: 0 })
    return {
      claim: () => frontier.claim({ limit }),
      complete: (claims) => frontier.complete(claims.map((claim) => ({ claim, outcome: FETCHED }))),
      close: () => frontier.close(),
    }
  },
  async 'row-by-row'(location) {
    const client = new pg.Client(location)
    await client.connect()
    return {
      claim: async () => ((await claimAndComplete(client)) ? [1] : []),
      complete: async () => undefined,
      close: () => client.end(),
    }
  },
}

/** As many URLs as it can within the time, or as there are. */
async function work({ claim, complete }, forMs) {
  const [start, cpuBefore] = [performance.now(), process.cpuUsage()]
  const claimMs = []
  let urls = 0
  let end = start
  while (performance.now() - start < forMs) {
    const before = performance.now()
    const claims = await claim()
    if (claims.length === 0) break
    claimMs.push(performance.now() - before)
    await complete(claims)
    urls += claims.length
    end = performance.now()
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  return { urls, ms: end - start, cpuMs: (user + system) / 1000, claimMs }
}

const [name, location, warmUp, ...numbers] = process.argv.slice(2)
const [warmUpSeconds, seconds, batch] = numbers.map(Number)
const rehearsal = await CONTESTANTS[name](warmUp, batch)
await work(rehearsal, warmUpSeconds * 1000)
await rehearsal.close()
const worker = await CONTESTANTS[name](location, batch)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdout.write(`${JSON.stringify(await work(worker, seconds * 1000))}\n`)
await worker.close()
process.exit(0)
