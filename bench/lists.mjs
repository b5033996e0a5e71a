// How long does a part of a list take, wherever in the list it stands? Run it with: npm run bench -- lists
//
// A registry of 1,000,000 pages (--rows N), and as many aliases, reviews, admissions, rejected inputs, runs and queued URLs, is
// filled on both databases. Then parts of 50 are read of every list with every combination of filters that is offered: the first
// parts, and the last ones, or those after 25,000 items. A host with 300,000 pages, a page with 10,000 aliases and filters that few rows match are among them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import { openCanonist } from '@canonist/server'
import { openDatabase } from '@canonist/registry/internal/store/open-database'
import { everyList } from '@canonist/test-support/every-list.ts'
import { fillLists } from '@canonist/test-support/fill-lists.ts'
import { startServer } from './registry/server.mjs'
import { formatRatio, median } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '50' },
    'sqlite-only': { type: 'boolean', default: false },
    'postgres-only': { type: 'boolean', default: false },
    slowest: { type: 'boolean', default: false },
  },
})
const [ROWS, ROUNDS] = [Number(values.rows), Number(values.rounds)]

async function time(read, options) {
  const start = performance.now()
  await read(options)
  return performance.now() - start
}

/** The cursor of the last part. */
async function findEnd(read) {
  const { next } = await read({})
  if (next === null) return null
  return /^\d+$/.test(next) ? findLastId(read) : walkToEnd(read)
}

/** A cursor that is an id can be guessed: the least one that nothing follows after its part. */
async function findLastId(read) {
  let [low, high] = [0, ROWS]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { next } = await read({ after: String(middle) })
    if (next === null) high = middle
    else low = middle + 1
  }
  return String(low)
}

/** At most 25,000 items: walking through every list to its end would take an hour. */
const MOST_STEPS = 50

async function walkToEnd(read) {
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
  const canonist = await openCanonist(location)
  const opened = {
    registry: await canonist.registry(),
    frontier: await canonist.frontier(),
    health: await canonist.health(),
    hosts: await canonist.hosts(),
  }
  const lists = []
  for (const [name, read] of everyList(opened, sizes)) {
    const end = await findEnd(read)
    const times = { first: [], last: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.first.push(await time(read, {}))
      times.last.push(await time(read, { after: end }))
    }
    lists.push({ name, ...times, all: [...times.first, ...times.last] })
  }
  await canonist.close()
  return lists
}

const GROUPS = ['pages', 'aliases', 'hosts', 'clocks', 'reviews', 'admissions', 'rejected', 'runs', 'verdicts', 'queue']
const ms = (number) => number.toFixed(1)
const worst = (figures) => figures.reduce((a, b) => Math.max(a, b), 0)

function report(title, lists) {
  console.log(`**${title}: parts of 50 out of ${ROWS.toLocaleString('en')} rows, ms**`)
  const rows = GROUPS.map((group) => {
    const own = lists.filter(({ name }) => name.startsWith(group))
    const [first, last] = [own.flatMap((list) => list.first), own.flatMap((list) => list.last)]
    const slowest = worst(own.map(({ all }) => median(all)))
    const figures = [median(first), median(last), slowest, p99([...first, ...last])]
    return [group, String(own.length)].concat(figures.map(ms))
  })
  printTable(['list', 'filters', 'first part', 'last part', 'slowest filter', 'p99'], rows)
  const all = lists.flatMap((list) => list.all)
  const ratio = median(lists.flatMap((list) => list.last)) / median(lists.flatMap((list) => list.first))
  const slowest = lists.reduce((a, b) => (p99(b.all) > p99(a.all) ? b : a))
  console.log(
    `Of all ${all.length.toLocaleString('en')} parts the p99 is ${ms(p99(all))} ms. The worst p99 of a single filter is ${ms(p99(slowest.all))} ms (${slowest.name}). A last part takes ${formatRatio(ratio)} a first one.\n`,
  )
  if (!values.slowest) return
  for (const { name, first, last, all: both } of lists.toSorted((a, b) => p99(b.all) - p99(a.all)).slice(0, 12))
    console.error(name, ms(median(first)), ms(median(last)), ms(p99(both)))
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
