import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { openDatabase, type OpenOptions } from '../../src/store/open-database.ts'
import { canonist } from '@canonist/test-support/command.ts'
import { runOn, startPostgres } from '@canonist/test-support/postgres.ts'

const server = await startPostgres()

async function readMessage(location: string, options: OpenOptions = {}): Promise<string> {
  const error: unknown = await openDatabase(location, options).then(
    async (database) => database.close(),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Error)
  return error.message
}

const quoted = (url: string): string => JSON.stringify(url.replace(/:[^:@/]*@/, '@').replace(/\?.*/, ''))

test('a user who may not create tables reads the words of the server and what to grant', async () => {
  await runOn(server.url(), "create role app login password 'app'")
  const url = (await server.freshDatabase()).replace('tester:opensesame', 'app:app')
  assert.equal(
    await readMessage(url),
    `${quoted(url)}: PostgreSQL refused: permission denied for schema public. Grant user "app" CREATE and USAGE on the schema, and SELECT, INSERT, UPDATE and DELETE on its tables, or point search_path at another schema.`,
  )
})

test('a wrong password is reported as such', async () => {
  const message = await readMessage(server.url('postgres', 'wrong'))
  assert.match(
    message,
    /PostgreSQL refused: password authentication failed for user "tester"\. Check the user and the password\.$/,
  )
})

for (const [what, options] of Object.entries({
  writing: {},
  reading: { readOnly: true },
  changing: { mustExist: true },
})) {
  test(`a search_path without a schema is named as such (${what})`, async () => {
    const url = `${await server.freshDatabase()}?options=${encodeURIComponent('-c search_path=nosuch')}`
    assert.equal(
      await readMessage(url, options),
      `${quoted(url)}: The search_path names no schema that exists and that this user may use. (search_path is nosuch) Create the schema (create schema NAME), grant USAGE on it, or change search_path.`,
    )
  })
}

const PARAMETERS = [
  { given: 'schema=crawl', instead: 'options=-c%20search_path=NAME' },
  { given: 'ssl_mode=require', instead: 'sslmode' },
  { given: 'statment_timeout=5', instead: 'statement_timeout' },
  { given: 'pool_size=5', instead: 'max' },
  { given: 'Max=5', instead: 'max' },
]
for (const { given, instead } of PARAMETERS) {
  test(`?${given} is refused: write ${instead}`, async () => {
    const url = `${server.url()}?${given}`
    const name = given.slice(0, given.indexOf('='))
    assert.equal(
      await readMessage(url),
      `${quoted(url)}: The URL has an unknown parameter, "${name}". Write ${instead} instead, or remove it.`,
    )
  })
}

test('parameters that the driver knows are taken', async () => {
  const url = `${await server.freshDatabase()}?max=3&application_name=x&statement_timeout=60000&sslmode=disable`
  await (await openDatabase(url)).close()
})

test('an empty database is there, but holds nothing to read', async () => {
  const url = await server.freshDatabase()
  for (const options of [{ readOnly: true }, { mustExist: true }]) {
    assert.equal(
      await readMessage(url, options),
      `${quoted(url)}: The database exists, but has no registry yet. Add URLs to it first (canonist add), or check its name and search_path.`,
    )
  }
  const { code, stderr } = await canonist(['find', '--db', url, 'https://a.example/'])
  assert.equal(code, 3)
  assert.match(stderr, /exists, but has no registry yet/)
})

// Last: nothing can be written any more.
test('a replica answers questions, and says where to write', async () => {
  const [made, empty] = [await server.freshDatabase(), await server.freshDatabase()]
  const before = await openRegistry(made)
  await before.ingest(['https://a.example/'])
  await before.close()
  await server.becomeReplica()
  const reader = await openRegistry(made, { readOnly: true })
  assert.equal((await reader.find('https://a.example/'))?.canonicalUrl, 'https://a.example/')
  await reader.close()
  const writer = await openRegistry(made)
  const fix = /\(cannot execute .* in a read-only transaction\) The server is a replica, .* use the primary server/
  await assert.rejects(writer.ingest(['https://b.example/']), { code: 'store/read-only', message: fix })
  await writer.close()
  assert.match(await readMessage(empty), fix)
})
