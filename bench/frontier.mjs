// How fast is the frontier, and does it stay so? Run it with: npm run bench -- frontier
//
// Workers, each a process of its own, claim what is due and report it as fetched, as fast as the database lets them: by
// `claim` and `complete` in batches of 50, and a row at a time with `for update skip locked`, as one writes it first
// (bench/rivals/row-by-row-frontier.mjs). No host wants a pause, and nothing is really fetched: what is measured is the
// queue alone. Every host has 10 URLs.
//
// --seconds N for each measurement (4), --rows LIST (10000,1000000), --workers LIST (1,2,8), --postgres-only, --sqlite-only
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

import { fill } from './frontier/fill.mjs'
import { startServer } from './registry/server.mjs'
import { fillRowByRow } from './rivals/row-by-row-frontier.mjs'
import { formatRatio } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rows: { type: 'string', default: '10000,1000000' },
    workers: { type: 'string', default: '1,2,8' },
    'postgres-only': { type: 'boolean', default: false },
    'sqlite-only': { type: 'boolean', default: false },
  },
})
const SIZES = values.rows.split(',').map(Number)
const WORKERS = values.workers.split(',').map(Number)
const URLS_OF_HOST = 10
const BLOCKED_URLS = 100_000

const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
const MEASURE = fileURLToPath(new URL('frontier/measure.mjs', import.meta.url))
const count = (number) => Math.round(number).toLocaleString('en')
const hostsOf = (rows) => Math.max(1, Math.round(rows / URLS_OF_HOST))

let files = 0
const freshFile = async () => join(folder, `${++files}.db`)

/** Runs so many workers at once and adds up what they did. */
async function race(contestant, location, workers) {
  const children = Array.from({ length: workers }, () => {
    const child = spawn(process.execPath, [...process.execArgv, MEASURE, contestant, location, values.seconds], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  })
  await Promise.all(children.map(({ lines }) => lines.next()))
  for (const { child } of children) child.stdin.write('go\n')
  const results = await Promise.all(
    children.map(async ({ child, lines }) => {
      const { value } = await lines.next()
      if (value === undefined) throw new Error(`${contestant} ended early`)
      await once(child, 'close')
      return JSON.parse(value)
    }),
  )
  const urls = results.reduce((sum, result) => sum + result.urls, 0)
  const claimMs = results.flatMap((result) => result.claimMs).toSorted((a, b) => a - b)
  return {
    rate: (urls / Math.max(...results.map(({ ms }) => ms))) * 1000,
    p50: at(claimMs, 0.5),
    p99: at(claimMs, 0.99),
  }
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

async function ofFrontier(freshDatabase, rows, workers) {
  const location = await freshDatabase()
  await fill(location, { rows, hosts: hostsOf(rows) })
  return race('frontier', location, workers)
}

async function ofRowByRow(server, rows, workers) {
  const location = await server.freshDatabase()
  const client = new pg.Client(location)
  await client.connect()
  await fillRowByRow(client, { rows, hosts: hostsOf(rows) })
  await client.end()
  return race('row-by-row', location, workers)
}

async function askPostgres(server) {
  const table = []
  const ratios = []
  const growth = []
  for (const rows of SIZES) {
    for (const workers of WORKERS) {
      const ours = await ofFrontier(() => server.freshDatabase(), rows, workers)
      const rival = await ofRowByRow(server, rows, workers)
      ratios.push(ours.rate / rival.rate)
      if (workers === WORKERS[0]) growth.push(ours)
      table.push([
        count(rows),
        String(workers),
        count(ours.rate),
        count(rival.rate),
        formatRatio(ours.rate / rival.rate),
        ...latencies(ours),
      ])
    }
  }
  console.log('**PostgreSQL on the same machine: claimed and completed a second**')
  printTable(['rows', 'workers', 'frontier', 'row by row', 'ratio', 'claim of 50, p50 ms', 'p99 ms'], table)
  console.log(`At least ${formatRatio(Math.min(...ratios))} as fast.`)
  tellGrowth(growth)
}

async function askSqlite() {
  const table = []
  const growth = []
  for (const rows of SIZES) {
    for (const workers of WORKERS) {
      const ours = await ofFrontier(freshFile, rows, workers)
      if (workers === WORKERS[0]) growth.push(ours)
      table.push([count(rows), String(workers), count(ours.rate), ...latencies(ours)])
    }
  }
  console.log('**SQLite: claimed and completed a second**')
  printTable(['rows', 'workers', 'frontier', 'claim of 50, p50 ms', 'p99 ms'], table)
  tellGrowth(growth)
}

const latencies = ({ p50, p99 }) => [p50.toFixed(1), p99.toFixed(1)]

function tellGrowth(growth) {
  const [small, large] = [growth[0], growth.at(-1)]
  if (growth.length < 2) return
  const times = SIZES.at(-1) / SIZES[0]
  console.log(
    `With ${count(times)} times the rows, the p99 of a claim is ${formatRatio(large.p99 / small.p99)}, its median ${formatRatio(large.p50 / small.p50)}.\n`,
  )
}

/** A host with very many URLs of high priority that must be left alone, before all others. */
async function block(location) {
  const frontier = await openFrontier(location, { hostDelayMs: 0 })
  const urls = Array.from({ length: BLOCKED_URLS }, (_, index) => `https://blocked.example/${index}`)
  await frontier.submit(urls, { priority: 'high' })
  const claims = await frontier.claim({ limit: 2 })
  for (const claim of claims) {
    if (claim.host !== 'blocked.example') await frontier.release([claim])
    else await frontier.updateFailed(claim, { reason: 'retry_after', retryAfterMs: 3_600_000, sinceRequestMs: 0 })
  }
  await frontier.close()
}

async function askBlocked(title, freshDatabase) {
  const rows = 100_000
  const results = []
  for (const isBlocked of [false, true]) {
    const location = await freshDatabase()
    await fill(location, { rows, hosts: hostsOf(rows) })
    if (isBlocked) await block(location)
    results.push(await race('frontier', location, 1))
  }
  const [free, blocked] = results
  console.log(
    `${title}: beside a blocked host with ${count(BLOCKED_URLS)} URLs of high priority, the p99 of a claim is ${blocked.p99.toFixed(1)} ms instead of ${free.p99.toFixed(1)} ms (${formatRatio(blocked.p99 / free.p99)}), ${count(blocked.rate)} URLs a second instead of ${count(free.rate)}.\n`,
  )
}

try {
  if (!values['sqlite-only']) {
    const server = await startServer()
    try {
      await askPostgres(server)
      await askBlocked('PostgreSQL', () => server.freshDatabase())
    } finally {
      await server.stop()
    }
  }
  if (!values['postgres-only']) {
    await askSqlite()
    await askBlocked('SQLite', freshFile)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
