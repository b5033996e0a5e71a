// How fast does the registry take URLs in, and find them again? Run it with: npm run bench -- registry
//
// A list of invented URLs, every fifth of them a URL from anywhere before it, goes into an SQLite file and into a
// PostgreSQL server: once by `registry.ingest`, once as one writes it first, row by row with prepared statements in
// transactions of 10,000 rows (bench/rivals/plain-registry.mjs). Both have the same schema, the same settings, and store
// the same: keys, canonical and fetch URLs, link types, every spelling with its count. Each measurement is a process of
// its own on a new database.
//
// --lines N for SQLite (1,000,000), --postgres-lines N (200,000; 0: none), --growth adds what a URL costs in a registry of
// 10,000,000 lines beside one of 100,000, which takes minutes and 5 GB of disk.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { startServer } from './registry/server.mjs'
import { writeUrls } from './registry/urls.mjs'
import { formatRatio } from './support/figures.mjs'
import { printTable } from './support/markdown-table.mjs'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    'postgres-lines': { type: 'string', default: '200000' },
    growth: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
const MEASURE = fileURLToPath(new URL('registry/measure.mjs', import.meta.url))
const [SMALL, LARGE] = [100_000, 10_000_000]
const count = (number) => Math.round(number).toLocaleString('en')

/** Runs one contestant in a process of its own. */
async function measure(contestant, file, location) {
  const child = spawn(process.execPath, [...process.execArgv, MEASURE, contestant, file, location], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${contestant} ended with ${code}`)
  return JSON.parse(printed)
}

function writeList(lines) {
  const file = join(folder, `${lines}.txt`)
  writeUrls(file, lines)
  return file
}

let files = 0
const freshFile = () => join(folder, `${++files}.db`)

async function compare(title, lines, ours, plain, plainName) {
  const rows = [
    ['`registry.ingest`', ours],
    [plainName, plain],
  ].map(([name, { wallMs, cpuMs, peakMb }]) => [
    name,
    count((lines / wallMs) * 1000),
    ((wallMs * 1000) / lines).toFixed(1),
    ((cpuMs * 1000) / lines).toFixed(1),
    count(peakMb),
  ])
  console.log(`**${title}, ${count(lines)} lines, a fifth of them duplicates**`)
  printTable(['', 'lines/s', 'µs a line', 'CPU µs a line', 'peak MB'], rows)
  console.log(
    `By wall clock ${formatRatio(plain.wallMs / ours.wallMs)} as fast, by CPU time ${formatRatio(plain.cpuMs / ours.cpuMs)}.\n`,
  )
}

async function askSqlite(lines) {
  const file = writeList(lines)
  const location = freshFile()
  const ours = await measure('registry', file, location)
  const plain = await measure('plain-sqlite', file, freshFile())
  await compare('SQLite', lines, ours, plain, 'row by row')
  const { wallMs, count: lookups } = await measure('lookups', file, location)
  const micros = (wallMs * 1000) / lookups
  console.log(
    `A page with its aliases is found in ${micros.toFixed(0)} µs: ${count(lookups)} URLs, one after the other.\n`,
  )
}

async function askPostgres(lines) {
  const file = writeList(lines)
  const server = await startServer()
  try {
    const ours = await measure('registry', file, await server.freshDatabase())
    const plain = await measure('plain-postgres', file, await server.freshDatabase())
    await compare('PostgreSQL on the same machine', lines, ours, plain, 'row by row, `on conflict`')
    console.log('CPU time is that of the client.\n')
  } finally {
    await server.stop()
  }
}

async function askGrowth() {
  const rows = []
  for (const lines of [SMALL, LARGE]) {
    const { wallMs, cpuMs, peakMb } = await measure('registry', writeList(lines), freshFile())
    rows.push({ lines, wall: (wallMs * 1000) / lines, cpu: (cpuMs * 1000) / lines, peakMb })
  }
  console.log('**What a line costs as an SQLite registry grows**')
  const cells = rows.map(({ lines, wall, cpu, peakMb }) => [
    count(lines),
    wall.toFixed(1),
    cpu.toFixed(1),
    count(peakMb),
  ])
  printTable(['lines', 'µs a line', 'CPU µs a line', 'peak MB'], cells)
  const [small, large] = rows
  console.log(
    `${formatRatio(large.wall / small.wall)} by wall clock, ${formatRatio(large.cpu / small.cpu)} by CPU time.`,
  )
}

try {
  await askSqlite(Number(values.lines))
  if (Number(values['postgres-lines']) > 0) await askPostgres(Number(values['postgres-lines']))
  if (values.growth) await askGrowth()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
