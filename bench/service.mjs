// How many requests does the service answer, and how soon? Run it with: npm run bench -- service
//
// `canonist serve` runs in a process of its own, on loopback, on a registry of 1,000,000 pages (--rows N) in an SQLite file and
// then in a PostgreSQL server. This process sends requests over 16 connections, each as soon as the last one was answered:
// normalize (100 URLs a request), lookup (a URL of the registry), and a page of 50 of the list of pages, at its beginning and in
// its middle. Beside it stands a bare handler of Hono that returns a constant of the size of a lookup. All of them take turns,
// for --seconds 2 in each of --rounds 5 rounds. Then the corpus is streamed to normalize as JSON lines, which needs no database.
//
// --minutes 9 bounds the whole once the registries are filled: rounds that do not fit any more are left out, and the table says how many there were.
// --sqlite-only and --postgres-only leave the other database out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import { openRegistry } from '@canonist/registry'
import { loadCorpus } from './corpus.mjs'
import { startServer } from './registry/server.mjs'
import { makeUrl } from './registry/urls.mjs'
import { normalizeLines, toChunks } from './service/lines.mjs'
import { load, toRequest } from './service/load.mjs'
import { startBare, startCanonist } from './service/started.mjs'
import { formatRatio, median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '9' },
    lines: { type: 'string', default: '2000000' },
    'sqlite-only': { type: 'boolean', default: false },
    'postgres-only': { type: 'boolean', default: false },
    generated: { type: 'boolean', default: false },
  },
})
const [ROWS, ROUNDS, SECONDS, LINES, MINUTES] = [
  values.rows,
  values.rounds,
  values.seconds,
  values.lines,
  values.minutes,
].map(Number)
const CONNECTIONS = 16
/** Different ones, so that no cache holds the only answer. */
const REQUESTS = 1000
const BATCH = 10_000

const startedAt = performance.now()
let filledMs = 0
/** Whether this share of the time is over. */
const isLate = (share) => performance.now() - startedAt - filledMs > MINUTES * 60_000 * share

const count = (number) => Math.round(number).toLocaleString('en')
const ms = (number) => number.toFixed(1)

async function fill(location) {
  const registry = await openRegistry(location)
  for (let row = 0; row < ROWS; row += BATCH)
    await registry.ingest(Array.from({ length: Math.min(BATCH, ROWS - row) }, (_, at) => makeUrl(row + at)))
  await registry.close()
}

/** The cursor behind the middle page: its id is its place. */
async function findMiddle(url) {
  const response = await fetch(new URL(`/api/v1/pages?limit=1`, url))
  const { next } = await response.json()
  if (!/^\d+$/.test(next)) throw new Error(`the cursor ${next} is not a place`)
  return String(Math.floor(ROWS / 2))
}

async function createContestants(canonist, bare, corpus) {
  const at = (path) => new URL(path, canonist.url)
  const some = (make) => Array.from({ length: REQUESTS }, (_, index) => make(index))
  const hundred = (index) => Array.from({ length: 100 }, (_, item) => corpus[(index * 100 + item) % corpus.length])
  const known = (index) => encodeURIComponent(makeUrl(Math.floor((index * ROWS) / REQUESTS)))
  return [
    { name: 'a bare handler of Hono', server: bare, requests: [toRequest(bare.url)] },
    {
      name: 'normalize, 100 URLs',
      server: canonist,
      requests: some((index) => toRequest(at('/api/v1/normalize'), { method: 'POST', body: { urls: hundred(index) } })),
    },
    {
      name: 'lookup',
      server: canonist,
      requests: some((index) => toRequest(at(`/api/v1/lookup?url=${known(index)}`))),
    },
    { name: 'pages, the first 50', server: canonist, requests: [toRequest(at('/api/v1/pages'))] },
    {
      name: 'pages, 50 in the middle',
      server: canonist,
      requests: [toRequest(at(`/api/v1/pages?after=${await findMiddle(canonist.url)}`))],
    },
  ]
}

/** @param share the part of the time after which no further round begins */
async function compare(title, location, corpus, share) {
  const before = performance.now()
  await fill(location)
  filledMs += performance.now() - before
  const [canonist, bare] = [await startCanonist(location), await startBare()]
  try {
    const contestants = await createContestants(canonist, bare, corpus)
    const rounds = contestants.map(() => [])
    for (let round = -1; round < ROUNDS && (round < 1 || !isLate(share)); round += 1)
      for (const [index, { server, requests }] of contestants.entries()) {
        const result = await load(server, requests, { connections: CONNECTIONS, seconds: SECONDS })
        // The first round warms up.
        if (round >= 0) rounds[index].push(result)
      }
    report(title, contestants, rounds)
  } finally {
    await Promise.all([canonist.stop(), bare.stop()])
  }
}

function report(title, contestants, rounds) {
  const [bare = []] = rounds
  const rows = contestants.map(({ name }, index) => {
    const own = rounds[index] ?? []
    // By processor time: others may use the machine, too.
    const ratio = median(own.map(({ cpuMicros }, round) => cpuMicros / bare[round].cpuMicros))
    const rates = own.map(({ perSecond }) => perSecond)
    return [
      name,
      count(median(rates)),
      `${count(Math.min(...rates))}–${count(Math.max(...rates))}`,
      ms(median(own.map(({ p99 }) => p99))),
      count(median(own.map(({ cpuMicros }) => cpuMicros))),
      index === 0 ? '1' : formatRatio(ratio),
    ]
  })
  console.log(`**${title}, ${count(ROWS)} pages, ${bare.length} rounds**`)
  printTable(['', 'requests/s', 'spread', 'p99 ms', 'CPU µs a request', '× bare'], rows)
}

/** On an empty registry: normalize does not read it. */
async function streamLines(location, corpus) {
  const canonist = await startCanonist(location)
  try {
    await timeLines(canonist, corpus)
  } finally {
    await canonist.stop()
  }
}

async function timeLines(canonist, corpus) {
  const chunks = toChunks(corpus)
  const passes = Math.max(1, Math.round(LINES / corpus.length))
  const rounds = []
  for (let round = -1; round < ROUNDS && (round < 1 || !isLate(1)); round += 1) {
    const result = await normalizeLines(canonist, chunks, passes)
    if (result.lines !== corpus.length * passes) throw new Error(`${result.lines} lines came back`)
    if (round >= 0) rounds.push(result)
  }
  const [wall, cpu] = ['wallMs', 'cpuMs'].map((clock) => rounds.map((each) => (each.lines / each[clock]) * 1000))
  console.log(
    `**JSON lines, ${count(corpus.length * passes)} URLs, ${rounds.length} rounds**: \`normalize\` answers ${count(median(wall))} URLs a second (${count(Math.min(...wall))}–${count(Math.max(...wall))}), and ${count(median(cpu))} in a second of processor time.\n`,
  )
}

const { urls: corpus } = loadCorpus()
const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
try {
  if (!values['postgres-only']) await compare('SQLite', join(folder, 'service.db'), corpus, 0.4)
  if (!values['sqlite-only']) {
    const server = await startServer()
    try {
      await compare('PostgreSQL', await server.freshDatabase(), corpus, 0.85)
    } finally {
      await server.stop()
    }
  }
  await streamLines(join(folder, 'empty.db'), corpus)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
