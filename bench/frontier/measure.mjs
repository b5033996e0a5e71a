// One worker in a process of its own: node bench/frontier/measure.mjs CONTESTANT LOCATION SECONDS
// It waits for a line on stdin, so that all begin together, and prints how many URLs it did and how long its claims took.
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

import { claimAndComplete } from '../rivals/row-by-row-frontier.mjs'

const BATCH = 50
const FETCHED = { kind: 'fetched', status: 200, etag: '"abc"', contentHash: 'ab'.repeat(16), sinceRequestMs: 1 }

const CONTESTANTS = {
  async frontier(location) {
    const frontier = await openFrontier(location, { hostDelayMs: 0 })
    return {
      claim: () => frontier.claim({ limit: BATCH }),
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

const [name, location, seconds] = process.argv.slice(2)
const { claim, complete, close } = await CONTESTANTS[name](location)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const start = performance.now()
const claimMs = []
let urls = 0
let end = start
while (performance.now() - start < Number(seconds) * 1000) {
  const before = performance.now()
  const claims = await claim()
  if (claims.length === 0) break
  claimMs.push(performance.now() - before)
  await complete(claims)
  urls += claims.length
  end = performance.now()
}
process.stdout.write(`${JSON.stringify({ urls, ms: end - start, claimMs })}\n`)
await close()
process.exit(0)
