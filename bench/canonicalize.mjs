// What does a decision cost, and is it right? Run it with: npm run bench -- canonicalize
//
// First part: 2,000 invented feeds (bench/web/sites.mjs) whose servers redirect, answer in place, refuse or declare
// things as real ones do. Each contestant decides about each of them; counted are logical requests (a redirect chain is
// one) and exchanges (every answer of a server). A decision is valid if the URL answers in place with this feed, best if
// it is the cleanest that does, or the publisher's own choice.
//
// Second part: decisions per second against a server process on loopback, plain HTTP over kept connections, 200 hosts,
// two requests a decision, with 1, 32 and 256 decisions at once. Client and server share the machine's cores.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { canonicalize } from 'canonist/canonicalize'
import { createFetcher } from 'canonist/net'

import { canonicalizeByFetchingAll } from './rivals/fetch-all-variants.mjs'
import { canonicalizeLiterally } from './rivals/literal-progressive.mjs'
import { formatPercent, median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'
import { answer, makeSite, findTruth } from './web/sites.mjs'

const SITES = 2000
const DECISIONS = 3000
const ROUNDS = 5

const CONTESTANTS = [
  { name: 'canonist `canonicalize`', decide: decideWithCanonist },
  { name: 'the idea taken literally', decide: (site) => decideWith(canonicalizeLiterally, site) },
  { name: 'fetch all variants', decide: (site) => decideWith(canonicalizeByFetchingAll, site) },
]

async function decideWithCanonist(site) {
  let exchanges = 0
  const result = await canonicalize(site.input, {
    dnsFn: async () => ['93.184.216.34'],
    fetchFn: async (url) => {
      exchanges += 1
      return exchange(site, url)
    },
  })
  return { url: result.ok ? result.url : null, requests: result.requests, exchanges }
}

async function decideWith(canonicalizeSomehow, site) {
  let [requests, exchanges] = [0, 0]
  const get = async (url) => {
    requests += 1
    for (let at = url, hops = 0; hops <= 5; hops += 1) {
      exchanges += 1
      const found = answer(site, at)
      if (found.location === undefined) return { ok: found.status === 200, url: at, body: found.body ?? '' }
      at = found.location
    }
    return { ok: false }
  }
  return { url: await canonicalizeSomehow(site.input, get), requests, exchanges }
}

function exchange(site, url) {
  const { status, code, location, body = '' } = answer(site, url)
  if (status === 0) throw Object.assign(new Error(code), { code })
  return { status, headers: location === undefined ? {} : { location }, body }
}

async function compareCosts() {
  const rows = []
  for (const { name, decide } of CONTESTANTS) {
    const sum = { requests: 0, exchanges: 0, valid: 0, best: 0 }
    for (let number = 0; number < SITES; number += 1) {
      const site = makeSite(number)
      const { valid, best } = findTruth(site)
      const { url, requests, exchanges } = await decide(site)
      sum.requests += requests
      sum.exchanges += exchanges
      // Tracking that was left on is not clean, but not wrong either.
      if (valid.has(url?.replace(/\?utm_.*/, ''))) sum.valid += 1
      if (url === best) sum.best += 1
    }
    rows.push([
      name,
      (sum.requests / SITES).toFixed(2),
      (sum.exchanges / SITES).toFixed(2),
      formatPercent(sum.valid / SITES),
      formatPercent(sum.best / SITES),
    ])
  }
  console.log(`${SITES.toLocaleString('en')} feeds:`)
  printTable(['contestant', 'requests', 'exchanges', 'valid', 'best'], rows)
}

/** Decides about `DECISIONS` URLs, so many at once. */
async function timeDecisions(fetcher, concurrency) {
  let next = 0
  const start = performance.now()
  const worker = async () => {
    while (next < DECISIONS) {
      const number = next++
      const result = await canonicalize(`http://www.site${number % 100}.example.com/feed`, {
        fetcher,
        preferHttps: false,
      })
      if (!result.ok || result.requests !== 2) throw new Error(`not decided as planned: ${JSON.stringify(result)}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return DECISIONS / ((performance.now() - start) / 1000)
}

async function measureSpeed() {
  const server = fork(fileURLToPath(new URL('web/server.mjs', import.meta.url)))
  const [{ port }] = await once(server, 'message')
  const fetcher = createFetcher({ connectTo: { ':80': `127.0.0.1:${port}` } })
  const levels = [1, 32, 256]
  const samples = levels.map(() => [])
  await timeDecisions(fetcher, 32)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, level] of levels.entries()) samples[index].push(await timeDecisions(fetcher, level))
  }
  await fetcher.close()
  server.kill()
  console.log(`Decisions per second on loopback, two requests each, median of ${ROUNDS} rounds:`)
  printTable(
    ['decisions at once', 'per second', 'least', 'most'],
    levels.map((level, index) => row(level, samples[index])),
  )
}

const row = (level, rates) => [level, median(rates), Math.min(...rates), Math.max(...rates)].map(formatCount)

const formatCount = (count) => Math.round(count).toLocaleString('en')

await compareCosts()
await measureSpeed()
