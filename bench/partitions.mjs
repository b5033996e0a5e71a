// What do partitions cost, and what do they save? Run it with: npm run bench -- partitions
//
// Two frontiers with the same rows, one in a single table and one in partitions by host, are used in turn, round after round:
// workers claim what is due and report it as fetched, as fast as the database lets them, and URLs are submitted, new ones and
// known ones. The middle of the rounds is told; a ratio is the middle of the ratios of the rounds. Nothing is really fetched,
// and no host wants a pause. Every host has 10 URLs.
//
// --rounds N (5), --seconds N for each measurement (3), --rows N (2000000), --partitions N (16), --batches LIST (1,50,200),
// --workers LIST (1,2), --links N that are submitted at a time (20000)
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

import { summarizeRounds, race, computeRatio } from './frontier/contest.mjs'
import { fill } from './frontier/fill.mjs'
import { startServer } from './registry/server.mjs'
import { formatRatio, median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    rows: { type: 'string', default: '2000000' },
    partitions: { type: 'string', default: '16' },
    batches: { type: 'string', default: '1,50,200' },
    workers: { type: 'string', default: '1,2' },
    links: { type: 'string', default: '20000' },
  },
})
const [ROUNDS, ROWS, PARTITIONS, LINKS] = [values.rounds, values.rows, values.partitions, values.links].map(Number)
const [BATCHES, WORKERS] = [values.batches, values.workers].map((list) => list.split(',').map(Number))
const WARM_UP_ROWS = 100_000

const count = (number) => Math.round(number).toLocaleString('en')
const range = (length, map) => Array.from({ length }, (_, index) => map(index))

async function make(server, rows, partitions) {
  const location = await server.freshDatabase()
  const frontier = await openFrontier(location)
  await frontier.partition(partitions)
  await frontier.close()
  await fill(location, { rows, hosts: Math.round(rows / 10) })
  return location
}

/** Each contestant once in a round; by contestant its rounds. */
async function inTurn(contestants, measure) {
  const results = contestants.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, contestant] of contestants.entries()) results[index].push(await measure(contestant, round))
  return results
}

async function askClaims(server, contestants) {
  const cells = BATCHES.flatMap((batch) => WORKERS.map((workers) => ({ batch, workers })))
  const lines = []
  for (const { batch, workers } of cells) {
    const [one, split] = (
      await inTurn(contestants, ({ location, warmUp }) =>
        race({
          contestant: 'frontier',
          location,
          warmUp,
          workers,
          seconds: values.seconds,
          batch,
          cpuMs: server.cpuMs,
        }),
      )
    ).map((rounds) => Object.assign(summarizeRounds(rounds), { rounds }))
    lines.push([
      ...[batch, workers, one.rate, split.rate].map(count),
      formatRatio(computeRatio('rate', split, one)),
      ...[one.p50, split.p50, one.p99, split.p99].map((ms) => ms.toFixed(1)),
      ...[one.cpuUs, split.cpuUs].map(count),
      formatRatio(computeRatio('cpuUs', split, one)),
    ])
  }
  console.log(`**Claimed and completed a second, ${count(ROWS)} rows: one table, and ${PARTITIONS} partitions**`)
  printTable(
    [
      'batch',
      'workers',
      'one',
      'split',
      'ratio',
      'median, ms',
      'split',
      'p99, ms',
      'split',
      'CPU, µs a URL',
      'split',
      'ratio',
    ],
    lines,
  )
}

/** The processor time of a submission, of this process and the server, in microseconds a URL. */
async function timeSubmit(server, frontier, urls) {
  const [start, before, own] = [performance.now(), server.cpuMs(), process.cpuUsage()]
  await frontier.submit(urls)
  const { user, system } = process.cpuUsage(own)
  const cpuUs = ((server.cpuMs() - before) * 1000 + user + system) / urls.length
  return { cpuUs, rate: (urls.length / (performance.now() - start)) * 1000 }
}

async function askSubmits(server, contestants) {
  const open = await Promise.all(
    contestants.map(async (contestant) => ({ ...contestant, frontier: await openFrontier(contestant.location) })),
  )
  const kinds = {
    'new URLs of known hosts': (round) => range(LINKS, (n) => `https://h${n * 7}.example/new/${round}/${n}`),
    'the same URLs again': (round) => range(LINKS, (n) => `https://h${n * 7}.example/new/${round}/${n}`),
  }
  const lines = []
  for (const [kind, list] of Object.entries(kinds)) {
    const [one, split] = (await inTurn(open, ({ frontier }, round) => timeSubmit(server, frontier, list(round)))).map(
      (rounds) => ({ rounds }),
    )
    const [oneUs, splitUs] = [one, split].map(({ rounds }) => median(rounds.map(({ cpuUs }) => cpuUs)))
    lines.push([kind, count(oneUs), count(splitUs), formatRatio(computeRatio('cpuUs', split, one))])
  }
  for (const { frontier } of open) await frontier.close()
  console.log('**Submitted: CPU, µs a URL**')
  printTable(['', 'one table', `${PARTITIONS} partitions`, 'ratio'], lines)
}

/** How long one pass of vacuum takes, of all and of the largest partition; workers have left dead rows. */
async function askVacuum(contestants) {
  const lines = []
  for (const { name, location } of contestants) {
    const client = new pg.Client(location)
    await client.connect()
    const { rows } = await client.query(
      `select relid::regclass::text as name from pg_stat_user_tables where relname ~ '^frontier_urls(_[0-9]+)?$' and pg_relation_size(relid) > 0`,
    )
    const times = []
    for (const table of rows) {
      const start = performance.now()
      await client.query(`vacuum (disable_page_skipping) ${table.name}`)
      times.push(performance.now() - start)
    }
    await client.end()
    lines.push([name, count(rows.length), count(times.reduce((sum, ms) => sum + ms, 0)), count(Math.max(...times))])
  }
  console.log('**Vacuum of the URLs, ms**')
  printTable(['', 'passes', 'all', 'longest'], lines)
}

const server = await startServer()
try {
  const contestants = []
  for (const [name, partitions] of [
    ['one table', 1],
    [`${PARTITIONS} partitions`, PARTITIONS],
  ])
    contestants.push({
      name,
      location: await make(server, ROWS, partitions),
      warmUp: await make(server, WARM_UP_ROWS, partitions),
    })
  await askClaims(server, contestants)
  await askSubmits(server, contestants)
  await askVacuum(contestants)
} finally {
  await server.stop()
}
