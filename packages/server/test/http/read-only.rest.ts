import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { OPERATIONS } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { send } from '@canonist/test-support/api-server.ts'
import { toCall } from '@canonist/test-support/call-operation.ts'
import { bothDatabases } from '@canonist/test-support/databases.ts'
import { openFilled, raiseRule } from '@canonist/test-support/filled-canonist.ts'
import { startServe } from '@canonist/test-support/served-command.ts'

type Tables = Readonly<Record<string, readonly string[]>>

/** Every row of every table. */
async function dump(location: string): Promise<Tables> {
  return location.startsWith('postgres') ? dumpPostgres(location) : dumpSqlite(location)
}

function dumpSqlite(path: string): Tables {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
  const rows = (name: string): string[] =>
    database
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => JSON.stringify(row))
  const all = Object.fromEntries(tables.map(({ name }) => [String(name), rows(String(name)).toSorted()]))
  database.close()
  return all
}

async function dumpPostgres(location: string): Promise<Tables> {
  const client = new pg.Client(location)
  await client.connect()
  const tables = await client.query<{ name: string }>(
    "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
    all[name] = rows.map(({ row }) => row).toSorted()
  }
  await client.end()
  return all
}

const countRows = (tables: Tables): number => Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)

/** Listens for a moment, as the dashboard does. */
async function listen(url: string): Promise<void> {
  const request = get(`${url}api/v1/events`, (response) => response.on('error', () => undefined).resume())
  request.on('error', () => undefined)
  await sleep(300)
  request.destroy()
}

const TOOL_CALL = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

for (const databases of await bothDatabases()) {
  test(`${databases.dialect}: with --read-only no request of any kind changes a row`, async (t) => {
    const location = await databases.freshLocation()
    const canonist = await openFilled(location)
    await raiseRule({ canonist })
    await canonist.close()
    const before = await dump(location)
    const isFile = databases.dialect === 'sqlite'
    const hash = isFile ? hashFile(location) : ''
    const server = await startServe(t, ['--db', location, '--read-only'])

    const statuses: Record<string, number[]> = {}
    for (const operation of Object.values(OPERATIONS) as Operation[]) {
      for (const example of operation.examples as readonly Readonly<Record<string, unknown>>[]) {
        const [path, call] = toCall(operation, example)
        const { status, text } = await send(new URL(path, server.url).href, call)
        assert.ok(status < 500, `${operation.name}: ${text}`)
        const isRefused = operation.effect !== 'reads' && operation.worksReadOnly !== true
        if (isRefused) assert.equal(status, 403, `${operation.name}: ${text}`)
        ;(statuses[operation.effect] ??= []).push(status)
      }
      if (operation.lines === undefined) continue
      const lines = { body: '{"url":"https://new.example/"}\n', headers: { 'content-type': 'application/x-ndjson' } }
      const { status } = await send(new URL(operation.path, server.url).href, lines)
      assert.equal(status, operation.effect === 'reads' ? 200 : 403, operation.name)
    }
    assert.ok((statuses['reads'] ?? []).filter((status) => status === 200).length > 20)
    const octets = { body: 'x', headers: { 'content-type': 'application/octet-stream' } }
    assert.equal((await send(`${server.url}api/v1/uploads?name=a`, octets)).status, 403)
    const accept = { accept: 'application/json, text/event-stream' }
    for (const [tool, args] of [
      ['add_urls', { urls: ['https://new.example/'] }],
      ['cite', { urls: ['https://example.com/tea'] }],
      ['find_page', { url: 'https://example.com/' }],
      ['canonicalize_url', { url: 'https://example.com/' }],
    ] as const)
      assert.equal((await send(`${server.url}mcp`, { headers: accept, body: TOOL_CALL(tool, args) })).status, 200)
    await listen(server.url)
    for (const path of ['metrics', 'readyz', 'healthz', ''])
      assert.equal((await send(`${server.url}${path}`)).status, 200, path)
    server.kill('SIGTERM')
    assert.equal(await server.exit, 0)

    assert.ok(countRows(before) > 10)
    assert.deepEqual(await dump(location), before)
    if (isFile) assert.equal(hashFile(location), hash)
  })
}

const hashFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
