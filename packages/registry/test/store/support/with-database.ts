import type { TestContext } from 'node:test'
import type { Database, Row } from '../../../src/store/database.ts'
import { openDatabase, type OpenOptions } from '../../../src/store/open-database.ts'
import type { TestDatabases } from '@canonist/test-support/databases.ts'

/** Opens a database and closes it after the test. */
export async function openFor(t: TestContext, location: string, options?: OpenOptions): Promise<Database> {
  const database = await openDatabase(location, options)
  t.after(() => database.close())
  return database
}

export async function openFresh(t: TestContext, databases: TestDatabases): Promise<Database> {
  return openFor(t, await databases.emptyLocation())
}

/** With the hosts that are in it, sorted. */
export async function listHosts(database: Database): Promise<string[]> {
  const rows = await database.all<{ host: string }>('select host from hosts order by host')
  return rows.map(({ host }) => host)
}

export const ADD_HOST = 'insert into hosts (host) values ($1)'

export async function collect(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}
