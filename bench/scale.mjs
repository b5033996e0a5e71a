// What would a crawl of a thousand million URLs with a hundred workers need? Run it with: npm run bench -- scale
//
// First it measures here what one URL costs: bytes of table and index, bytes of write-ahead log and time of the database for
// each visit. Then it plays the whole crawl: hosts with as many URLs as hosts on the web have (a few with very many, very
// many with a few), each asked one thing at a time with a pause, so many places for fetching, and a database that hands out
// so many URLs a second. A small crawl is played event by event as well, to see whether the large one is reckoned rightly.
//
// --rows N to measure on (100000), --visits N (20000), --urls N (1e9), --workers N (100), --concurrency N of each (256)
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openFrontier } from 'canonist/frontier'

import { startServer } from './registry/server.mjs'
import { hostsOfWeb } from './scale/hosts.mjs'
import { playEvents, playFlow } from './scale/play.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    visits: { type: 'string', default: '20000' },
    urls: { type: 'string', default: '1e9' },
    workers: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '256' },
  },
})
const [ROWS, VISITS, URLS, WORKERS, CONCURRENCY] = Object.values(values).map(Number)
const count = (number) => Math.round(number).toLocaleString('en')
const DAY = 86_400

async function ask(location, sql) {
  const client = new pg.Client(location)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const TABLES = ['pages', 'aliases', 'frontier_urls', 'host_clocks', 'hosts']

async function measureTables(location) {
  const rows = await ask(
    location,
    `select c.relname as name, pg_table_size(c.oid)::float as heap, pg_indexes_size(c.oid)::float as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = current_schema() and c.relname in (${TABLES.map((name) => `'${name}'`).join(', ')})`,
  )
  return TABLES.flatMap((name) => rows.filter((row) => row.name === name))
}

/** Visits some URLs and tells what that wrote and took, for one of them. */
async function costOfVisits(location) {
  const frontier = await openFrontier(location, { hostDelayMs: 0 })
  const lsn = async () => (await ask(location, `select pg_current_wal_lsn() - '0/0'::pg_lsn as at`))[0].at
  const [before, start] = [await lsn(), performance.now()]
  let visits = 0
  while (visits < VISITS) {
    const claims = await frontier.claim({ limit: 50 })
    if (claims.length === 0) break
    const outcome = {
      kind: 'fetched',
      status: 200,
      etag: '"0123456789abcdef"',
      contentHash: '00'.repeat(16),
      sinceRequestMs: 0,
    }
    await frontier.complete(claims.map((claim) => ({ claim, outcome })))
    visits += claims.length
  }
  const seconds = (performance.now() - start) / 1000
  const wal = Number(await lsn()) - Number(before)
  await frontier.close()
  return { visits, wal: wal / visits, rate: visits / seconds }
}

/** About as long as URLs are. */
function* makeUrls(rows) {
  for (let row = 0; row < rows; row += 1)
    yield `https://www.site-${row % Math.round(rows / 40)}.example/section-${row % 97}/an-article-about-something-${row}?page=${row % 7}`
}

async function measure() {
  const server = await startServer()
  try {
    const location = await server.freshDatabase()
    const frontier = await openFrontier(location)
    await frontier.submit(makeUrls(ROWS))
    await frontier.close()
    await ask(location, 'vacuum analyze')
    const tables = await measureTables(location)
    return { tables, ...(await costOfVisits(location)) }
  } finally {
    await server.stop()
  }
}

const costs = await measure()
const perUrl = costs.tables.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0) / ROWS

console.log(`**What a URL costs on PostgreSQL, measured on ${count(ROWS)} of them, 40 on each host**`)
printTable(
  ['table', 'heap, bytes a URL', 'indexes, bytes a URL', `with ${URLS.toExponential(0)} URLs, GB`],
  costs.tables.map(({ name, heap, indexes }) => [
    `\`${name}\``,
    (heap / ROWS).toFixed(0),
    (indexes / ROWS).toFixed(0),
    count(((heap + indexes) / ROWS) * URLS * 1e-9),
  ]),
)
console.log(
  `All together ${perUrl.toFixed(0)} bytes a URL, ${count(perUrl * URLS * 1e-12 * 1000)} GB with all of them. A visit writes ` +
    `${costs.wal.toFixed(0)} bytes of log; one connection visited ${count(costs.rate)} URLs a second.\n`,
)

const PAUSE = { delay: 1, fetch: 0.5 }
const places = WORKERS * CONCURRENCY

const small = hostsOfWeb(200_000)
const smallRun = { ...PAUSE, places: 400, rate: 600 }
const [events, flow] = [playEvents(small, smallRun), playFlow(small, smallRun)]
console.log('**A crawl of 200,000 URLs, event by event and reckoned**')
printTable(
  ['done', 'event by event, s', 'reckoned, s'],
  [0.5, 0.9, 0.99].map((share) => [`${share * 100} %`, count(events.findTime(share)), count(flow.findTime(share))]),
)

const web = hostsOfWeb(URLS)
const hosts = web.reduce((sum, group) => sum + group.hosts, 0)
const total = web.reduce((sum, group) => sum + group.hosts * group.urls, 0)
console.log(
  `**${count(total * 1e-6)} million URLs on ${count(hosts)} hosts, ${count(places)} places, a pause of 1 s, 0.5 s for a fetch**`,
)
printTable(
  [
    'URLs a second that the database hands out',
    'bound by',
    'half done, days',
    '90 %',
    '99 %',
    'all',
    'at most, URLs a second',
  ],
  [2000, 5000, 10_000, 20_000, 40_000].map(makeRow),
)

function makeRow(rate) {
  const played = playFlow(web, { ...PAUSE, places, rate })
  const times = [0.5, 0.9, 0.99, 1].map((share) => days(played.findTime(share)))
  return [count(rate), played.bound, ...times, count(played.peak)]
}

function days(seconds) {
  return (seconds / DAY).toFixed(1)
}
