// One measurement in a process of its own: node bench/registry/measure.mjs CONTESTANT FILE LOCATION
import { DatabaseSync } from 'node:sqlite'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { openRegistry } from 'canonist/registry'

import { ingestPlainlyIntoPostgres, ingestPlainlyIntoSqlite } from '../rivals/plain-registry.mjs'
import { readUrls } from './urls.mjs'

const LOOKUPS = 20_000

// The settings that the registry has, so that only the way of writing differs.
const SETTINGS = `pragma journal_mode = wal; pragma synchronous = normal; pragma temp_store = memory;
  pragma cache_size = -262144; pragma foreign_keys = on`

async function* asynchronously(pieces) {
  yield* pieces
}

/** Makes the schema and leaves. */
async function makeSchema(location) {
  const registry = await openRegistry(location)
  await registry.close()
}

const CONTESTANTS = {
  async registry(file, location) {
    const registry = await openRegistry(location)
    const time = await timed(() => registry.ingest(asynchronously(readUrls(file))))
    await registry.close()
    return time
  },
  async 'plain-sqlite'(file, location) {
    await makeSchema(location)
    const database = new DatabaseSync(location)
    database.exec(SETTINGS)
    const time = await timed(() => ingestPlainlyIntoSqlite(database, readUrls(file), Date.now()))
    database.close()
    return time
  },
  async 'plain-postgres'(file, location) {
    await makeSchema(location)
    const client = new pg.Client({ connectionString: location })
    await client.connect()
    const time = await timed(() => ingestPlainlyIntoPostgres(client, readUrls(file), Date.now()))
    await client.end()
    return time
  },
  async lookups(file, location) {
    const registry = await openRegistry(location)
    const known = sampleUrls(file)
    for (const url of known.slice(0, LOOKUPS / 10)) await registry.find(url)
    const time = await timed(async () => {
      for (const url of known) if ((await registry.find(url)) === null) throw new Error(`${url} is lost`)
    })
    await registry.close()
    return { ...time, count: known.length }
  },
}

/** Lines from all over the file. */
function sampleUrls(file) {
  const sample = []
  for (const lines of readUrls(file)) sample.push(lines[0], lines[lines.length >> 1])
  while (sample.length < LOOKUPS) sample.push(...sample.slice(0, LOOKUPS - sample.length))
  return sample.slice(0, LOOKUPS)
}

async function timed(work) {
  const cpu = process.cpuUsage()
  const start = performance.now()
  await work()
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1000 }
}

const [name, file, location] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await CONTESTANTS[name](file, location)))
