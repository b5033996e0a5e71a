// How fast is the frontier, and does it stay so? Run it with: npm run bench -- frontier
//
// Workers, each a process of its own, claim what is due and report it as fetched, as fast as the database lets them: by
// `claim` and `complete` in batches of 200, and a row at a time with `for update skip locked`, as one writes it first
// (bench/rivals/row-by-row-frontier.mjs). No host wants a pause, and nothing is really fetched: what is measured is the
// queue alone. Every host has 10 URLs.
//
// All are measured in turn, round after round, each time in a fresh copy of the same rows, and the middle of the rounds is
// told: where other programs keep the cores busy, they then do so for everybody. A ratio is the middle of the ratios of the
// rounds. How long claims take is asked apart, in batches of 50: the slowest hundredth needs many of them.
//
// --rounds N (5), --seconds N for each measurement (2), --batch N (200), --rows LIST (10000,1000000), --workers LIST (1,2,8),
// --postgres-only, --sqlite-only
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { onFile, onServer } from './frontier/databases.mjs'
import { summarizeRounds, race, computeRatio } from './frontier/contest.mjs'
import { startServer } from './registry/server.mjs'
import { formatRatio } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    batch: { type: 'string', default: '200' },
    rows: { type: 'string', default: '10000,1000000' },
    workers: { type: 'string', default: '1,2,8' },
    'postgres-only': { type: 'boolean', default: false },
    'sqlite-only': { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(values.rounds)
const SIZES = values.rows.split(',').map(Number)
const WORKERS = values.workers.split(',').map(Number)
const PATIENT_BATCH = 50
const WARM_UP_ROWS = 100_000
const BLOCKED_BESIDE = 100_000

const count = (number) => Math.round(number).toLocaleString('en')

/** One measurement, in copies of the rows that are thrown away. */
async function measure(database, { contestant, rows, workers, batch = values.batch, isBlocked = false }) {
  const [location, warmUp] = [
    await database.copyRows(contestant, rows, isBlocked),
    await database.copyRows(contestant, WARM_UP_ROWS),
  ]
  const result = await race({
    contestant,
    location,
    warmUp,
    workers,
    seconds: values.seconds,
    batch,
    cpuMs: database.cpuMs,
  })
  for (const used of [location, warmUp]) await database.throwAway(used)
  return result
}

/** Each of them once in a round, and the middle of its rounds. */
async function inTurn(database, measurements) {
  const results = measurements.map(() => [])
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [index, measurement] of measurements.entries()) results[index].push(await measure(database, measurement))
  }
  return measurements.map((measurement, index) => ({
    ...measurement,
    ...summarizeRounds(results[index]),
    rounds: results[index],
  }))
}

const listCells = (contestants) =>
  SIZES.flatMap((rows) =>
    WORKERS.flatMap((workers) => contestants.map((contestant) => ({ contestant, rows, workers }))),
  )

async function measurePostgres(database) {
  const results = await inTurn(database, listCells(['frontier', 'row-by-row']))
  const [ours, rivals] = ['frontier', 'row-by-row'].map((name) =>
    results.filter(({ contestant }) => contestant === name),
  )
  const pairs = ours.map((one, index) => {
    const rival = rivals[index]
    return { one, rival, faster: computeRatio('rate', one, rival), dearer: computeRatio('cpuUs', rival, one) }
  })
  console.log('**PostgreSQL on the same machine: claimed and completed a second**')
  printTable(
    ['rows', 'workers', 'frontier', 'row by row', 'ratio', 'CPU, µs a URL', 'row by row', 'ratio'],
    pairs.map(({ one, rival, faster, dearer }) => [
      ...[one.rows, one.workers, one.rate, rival.rate].map(count),
      formatRatio(faster),
      ...[one.cpuUs, rival.cpuUs].map(count),
      formatRatio(dearer),
    ]),
  )
  const [fastest, dearest] = [pairs.map(({ faster }) => faster), pairs.map(({ dearer }) => dearer)]
  console.log(
    `At least ${formatRatio(Math.min(...fastest))} as fast; row by row takes at least ${formatRatio(Math.min(...dearest))} the processor time, of workers and server together.\n`,
  )
}

async function measureSqlite(database) {
  const ours = await inTurn(database, listCells(['frontier']))
  console.log('**SQLite: claimed and completed a second**')
  printTable(
    ['rows', 'workers', 'frontier'],
    ours.map((one) => [one.rows, one.workers, one.rate].map(count)),
  )
}

/** Whether a claim takes longer where there is more to claim from. */
async function measureGrowth(title, database) {
  const sizes = await inTurn(
    database,
    SIZES.map((rows) => ({ contestant: 'frontier', rows, workers: 1, batch: PATIENT_BATCH })),
  )
  console.log(`**${title}: how long a claim of ${PATIENT_BATCH} takes, one worker**`)
  printTable(
    ['rows', 'claims', 'median, ms', 'p99, ms'],
    sizes.map(({ rows, claims, p50, p99 }) => [count(rows), count(claims), p50.toFixed(1), p99.toFixed(1)]),
  )
  const [small, large] = [sizes[0], sizes.at(-1)]
  console.log(
    `With ${count(large.rows / small.rows)} times the rows, the p99 of a claim is ${formatRatio(large.p99 / small.p99)}, its median ${formatRatio(large.p50 / small.p50)}.\n`,
  )
}

async function measureBlocked(title, database) {
  const alone = { contestant: 'frontier', rows: BLOCKED_BESIDE, workers: 1, batch: PATIENT_BATCH }
  const [free, blocked] = await inTurn(database, [alone, { ...alone, isBlocked: true }])
  console.log(
    `${title}: beside a blocked host with ${count(database.blockedUrls)} URLs of high priority, the p99 of a claim is ${blocked.p99.toFixed(1)} ms instead of ${free.p99.toFixed(1)} ms (${formatRatio(blocked.p99 / free.p99)}), ${count(blocked.rate)} URLs a second instead of ${count(free.rate)}.\n`,
  )
}

if (!values['sqlite-only']) {
  const server = await startServer()
  try {
    const database = onServer(server)
    await measurePostgres(database)
    await measureGrowth('PostgreSQL', database)
    await measureBlocked('PostgreSQL', database)
  } finally {
    await server.stop()
  }
}
if (!values['postgres-only']) {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
  try {
    const database = onFile(folder)
    await measureSqlite(database)
    await measureGrowth('SQLite', database)
    await measureBlocked('SQLite', database)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
