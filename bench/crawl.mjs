// How fast is a whole crawl, and is it polite? Run it with: npm run bench -- crawl
//
// A web on loopback, in a process of its own, with 200 hosts of 50 pages: redirects within and between hosts, loops, traps
// that make up links without end, hosts that ask for quiet (429), slow pages, and one dead host in twenty. Workers, each a
// process `canonist work --drain --discover host`, start from the first page of each host and find the rest by its links.
// What a host saw is measured at the host: the least pause between two requests, and requests while it wanted quiet.
//
// --hosts N (200), --pages N of each (50), --delay MS between two requests to a host (50), --workers LIST (1,2),
// --databases LIST (sqlite,postgres)
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openFrontier } from 'canonist/frontier'

import { hostName, isDeadHost } from './crawl/site.mjs'
import { startServer } from './registry/server.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '200' },
    pages: { type: 'string', default: '50' },
    delay: { type: 'string', default: '50' },
    workers: { type: 'string', default: '1,2' },
    databases: { type: 'string', default: 'sqlite,postgres' },
  },
})
const [HOSTS, PAGES, DELAY] = [values.hosts, values.pages, values.delay].map(Number)
const COMMAND = fileURLToPath(new URL('../packages/canonist/bin/canonist.js', import.meta.url))
const WEB = fileURLToPath(new URL('crawl/web.mjs', import.meta.url))
const NOBODY = '127.0.0.1:1'

const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
const count = (number) => Math.round(number).toLocaleString('en')
const indexes = Array.from({ length: HOSTS }, (_, index) => index)

async function startWeb() {
  const web = fork(WEB)
  web.send({ shape: { hosts: HOSTS, pages: PAGES } })
  const [{ port }] = await once(web, 'message')
  return { web, port }
}

/** Dead hosts lead to where nobody listens. */
function makeFlags(port, location) {
  const dead = indexes.filter(isDeadHost).map((index) => `${hostName(index)}:80:${NOBODY}`)
  const mappings = [...dead, `:80:127.0.0.1:${port}`].flatMap((mapping) => ['--connect-to', mapping])
  const pace = ['--host-delay', String(DELAY), '--retry-base', '0.2', '--concurrency', '64', '--lease', '20']
  return [
    'work',
    '--db',
    location,
    '--drain',
    '--discover',
    'host',
    '--max-depth',
    '60',
    '--quiet',
    ...pace,
    ...mappings,
  ]
}

async function work(args) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`a worker ended with ${code}`)
}

async function crawl(location, workers) {
  const frontier = await openFrontier(location)
  await frontier.submit(indexes.map((index) => `http://${hostName(index)}/`))
  const { web, port } = await startWeb()
  const start = performance.now()
  await Promise.all(Array.from({ length: workers }, () => work(makeFlags(port, location))))
  const seconds = (performance.now() - start) / 1000
  web.send({})
  const [{ report }] = await once(web, 'message')
  web.disconnect()
  const reasons = await frontier.countByReason()
  const stats = await frontier.countByState()
  await frontier.close()
  return { ...report, seconds, stats, reasons }
}

const KINDS = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const server = values.databases.includes('postgres') ? await startServer() : null
let files = 0
const freshLocation = (kind) => (kind === 'sqlite' ? join(folder, `${++files}.db`) : server.freshDatabase())

const rows = []
let last = null
try {
  for (const kind of values.databases.split(','))
    for (const workers of values.workers.split(',').map(Number)) {
      last = await crawl(await freshLocation(kind), workers)
      const { pages, requests, seconds, least, impatient } = last
      rows.push([
        KINDS[kind],
        String(workers),
        count(pages),
        seconds.toFixed(1),
        count(pages / seconds),
        (requests / pages).toFixed(2),
        least.toFixed(1),
        String(impatient),
      ])
    }
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

console.log(`**${count(HOSTS)} hosts with ${count(PAGES)} pages each, a pause of ${DELAY} ms wanted**`)
printTable(
  [
    'database',
    'workers',
    'pages',
    'seconds',
    'pages a second',
    'requests a page',
    'least pause seen, ms',
    'requests in wanted quiet',
  ],
  rows,
)
console.log('What became of the URLs of the last run:\n')
printTable(
  ['state', 'reason', 'URLs'],
  last.reasons.map(({ state, reason, urls }) => [state, reason ?? '', count(urls)]),
)
if (rows.some((row) => Number(row[6]) < DELAY || row[7] !== '0')) throw new Error('a host was not treated as it wanted')
