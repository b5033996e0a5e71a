// How long does a part of a list take, wherever in the list it stands? Run it with: npm run bench -- lists
//
// A registry of 1,000,000 pages (--rows N), and as many aliases, reviews, admissions, rejected inputs, runs and queued URLs, is
// filled on both databases. Then parts of 50 are read of every list with every combination of filters that is offered: the first
// parts, and the last ones, which are found by walking to the end in steps of 500 (at most 200 of them: 100,000 items). A host
// with 300,000 pages, a page with 10,000 aliases and filters that few rows match are among them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import { openFrontier } from '../packages/canonist/dist/frontier.js'
import { openHealth } from '../packages/canonist/dist/health.js'
import { openRegistry } from '../packages/canonist/dist/registry.js'
import { openDatabase } from '../packages/canonist/dist/store/open-database.js'
import { everyList } from '../packages/canonist/test/support/every-list.ts'
import { fillLists } from '../packages/canonist/test/support/fill-lists.ts'
import { startServer } from './registry/server.mjs'
import { formatRatio, median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    'sqlite-only': { type: 'boolean', default: false },
    'postgres-only': { type: 'boolean', default: false },
    slowest: { type: 'boolean', default: false },
  },
})
const [ROWS, ROUNDS] = [Number(values.rows), Number(values.rounds)]
const MOST_STEPS = 200

async function time(read, options) {
  const start = performance.now()
  await read(options)
  return performance.now() - start
}

/** The cursor of a part near the end. */
async function findEnd(read) {
  let after = null
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { next } = await read({ after, limit: 500 })
    if (next === null) break
    after = next
  }
  return after
}

const p99 = (times) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]

async function measure(location) {
  const database = await openDatabase(location)
  const sizes = await fillLists(database, ROWS)
  if (database.dialect === 'postgres') await database.run('checkpoint')
  await database.close()
  const [registry, frontier, health] = [
    await openRegistry(location),
    await openFrontier(location),
    await openHealth(location),
  ]
  const lists = []
  for (const [name, read] of everyList({ registry, frontier, health }, sizes)) {
    const end = await findEnd(read)
    const times = { first: [], last: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.first.push(await time(read, {}))
      times.last.push(await time(read, { after: end }))
    }
    lists.push({ name, ...times })
  }
  for (const opened of [registry, frontier, health]) await opened.close()
  return lists
}

const GROUPS = ['pages', 'aliases', 'hosts', 'reviews', 'admissions', 'rejected', 'runs', 'verdicts', 'queue']
const ms = (number) => number.toFixed(1)

function report(title, lists) {
  console.log(`**${title}: parts of 50 out of ${ROWS.toLocaleString('en')} rows, ms**`)
  const rows = GROUPS.map((group) => {
    const own = lists.filter(({ name }) => name.startsWith(group))
    const [first, last] = [own.flatMap((list) => list.first), own.flatMap((list) => list.last)]
    const worst = Math.max(...own.map((list) => median([...list.first, ...list.last])))
    return [group, String(own.length), ms(median(first)), ms(median(last)), ms(p99([...first, ...last])), ms(worst)]
  })
  printTable(['list', 'filters', 'first part', 'last part', 'p99', 'slowest filter'], rows)
  const [first, last] = [lists.flatMap((list) => list.first), lists.flatMap((list) => list.last)]
  console.log(
    `Of all ${first.length + last.length} parts the p99 is ${ms(p99([...first, ...last]))} ms. A last part takes ${formatRatio(median(last) / median(first))} a first one.\n`,
  )
  if (!values.slowest) return
  const slow = lists.toSorted((a, b) => p99([...b.first, ...b.last]) - p99([...a.first, ...a.last])).slice(0, 12)
  for (const { name, first, last } of slow)
    console.error(name, ms(median(first)), ms(median(last)), ms(p99([...first, ...last])))
}

if (!values['postgres-only']) {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
  try {
    report('SQLite', await measure(join(folder, 'lists.db')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
if (!values['sqlite-only']) {
  const server = await startServer()
  try {
    report('PostgreSQL', await measure(await server.freshDatabase()))
  } finally {
    await server.stop()
  }
}
