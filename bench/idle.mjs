// What do workers cost that have nothing to do? Run it with: npm run bench -- idle
//
// Workers on one PostgreSQL with an empty queue: those of canonist, which sleep until the database wakes them, and the same ones
// without notifications, which look at the queue every second. Both run in turn, and the server's own counters say what they cost.
// Then one URL is added, and the time is taken until a worker has claimed it.
//
// --workers N (100), --seconds N for each measurement (20), --rounds N (3)
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'
import { createFetcher } from 'canonist/net'
import { work } from 'canonist/worker'

import { startServer } from './registry/server.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
})
const [WORKERS, SECONDS, ROUNDS] = [values.workers, values.seconds, values.rounds].map(Number)
// Time for every worker to connect and to fall asleep: a worker whose first notification is late polls for 30 seconds before it tries again.
const SETTLE_MS = 60_000

const NEVER_WOKEN = { isArmed: false, arm: async () => {}, disarm: async () => {}, close: async () => {} }
const CONTESTANTS = { 'woken by the database': false, 'looks every second': true }

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function readTransactions(client) {
  const { rows } = await client.query(
    'select xact_commit::int as done from pg_stat_database where datname = current_database()',
  )
  return rows[0].done
}

/** Transactions and processor time of the server per second, and how long a new URL waits. */
async function measure(server, polls) {
  const location = await server.freshDatabase()
  const client = new pg.Client(location)
  await client.connect()
  const stop = new AbortController()
  const { promise: claimed, resolve: setClaimed } = Promise.withResolvers()
  const exchanger = createFetcher({
    dnsFn: async () => ['93.184.215.14'],
    exchangeFn: async () => {
      setClaimed(performance.now())
      return { status: 404, headers: {}, body: '' }
    },
  })
  const frontiers = []
  for (let index = 0; index < WORKERS; index += 1) frontiers.push(await openFrontier(`${location}?max=2`))
  const submitter = await openFrontier(location)
  const working = frontiers.map((frontier) =>
    work(polls ? { ...frontier, watchReady: () => NEVER_WOKEN } : frontier, { exchanger, signal: stop.signal }),
  )
  await sleep(SETTLE_MS)
  const [done, cpuMs] = [await readTransactions(client), server.cpuMs()]
  await sleep(SECONDS * 1000)
  const result = {
    transactions: ((await readTransactions(client)) - done) / SECONDS,
    cpuMs: (server.cpuMs() - cpuMs) / SECONDS,
  }
  // Opens its connection, which is not what is measured.
  await submitter.now()
  const added = performance.now()
  await submitter.submit(['https://example.com/'])
  result.waitMs = (await claimed) - added
  stop.abort()
  await Promise.all(working)
  for (const frontier of [submitter, ...frontiers]) await frontier.close()
  await exchanger.close()
  await client.end()
  await server.dropDatabase(location)
  return result
}

const server = await startServer({ connections: 4 * WORKERS })
const results = Object.fromEntries(Object.keys(CONTESTANTS).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, polls] of Object.entries(CONTESTANTS)) results[name].push(await measure(server, polls))
await server.stop()

console.log(`${WORKERS} workers on an empty queue, ${SECONDS} s each, medians of ${ROUNDS} rounds.`)
printTable(
  ['workers', 'transactions per second', 'processor time of the server, ms per second', 'a new URL waits, ms'],
  Object.entries(results).map(([name, rounds]) => [
    name,
    middle(rounds.map(({ transactions }) => transactions)).toFixed(1),
    middle(rounds.map(({ cpuMs }) => cpuMs)).toFixed(0),
    middle(rounds.map(({ waitMs }) => waitMs)).toFixed(0),
  ]),
)
