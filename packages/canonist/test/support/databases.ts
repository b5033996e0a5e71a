import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Dialect } from '../../src/store/database.ts'
import { openFrontier } from '../../src/frontier/open-frontier.ts'
import { startPostgres, type TestServer } from './postgres.ts'

/** Where tests get their databases: a new, empty one for each that asks. */
export interface TestDatabases {
  /** For the names of tests. */
  readonly name: string
  readonly dialect: Dialect
  freshLocation(): Promise<string>
}

/** Both kinds, gone after the tests of the file. */
export async function bothDatabases(): Promise<readonly [sqlite: TestDatabases, postgres: TestDatabases]> {
  const server = await startPostgres()
  return [sqliteFiles(), postgresSchemas(server)]
}

/** Both kinds, and PostgreSQL with the queue in partitions. */
export async function frontierDatabases(): Promise<readonly TestDatabases[]> {
  const server = await startPostgres()
  const freshLocation = async () => {
    const location = await server.freshSchema()
    const frontier = await openFrontier(location)
    await frontier.partition(PARTITIONS)
    await frontier.close()
    return location
  }
  return [sqliteFiles(), postgresSchemas(server), { name: 'partitions', dialect: 'postgres', freshLocation }]
}

/** Enough of them that a URL that moves to another host nearly always moves to another partition. */
const PARTITIONS = 5

const postgresSchemas = (server: TestServer): TestDatabases => ({
  name: 'postgres',
  dialect: 'postgres',
  freshLocation: () => server.freshSchema(),
})

export function sqliteFiles(): TestDatabases {
  const folder = freshFolder()
  let count = 0
  return {
    name: 'sqlite',
    dialect: 'sqlite',
    freshLocation: async () => {
      count += 1
      return join(folder, `test-${count}.db`)
    },
  }
}

/** A folder that is gone after the tests of the file. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-store-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
