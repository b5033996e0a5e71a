import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Dialect } from '@canonist/registry/internal/store/database'
import { openFrontier } from '@canonist/crawl/internal/frontier/open-frontier'
import { copyDatabase } from './database-templates.ts'
import { usePostgres, type PostgresDatabases } from './postgres.ts'
import { IS_REST_FILE, TIER } from './tier.ts'

/** Where tests get their databases: a new one for each that asks. */
export interface TestDatabases {
  /** For the names of tests. */
  readonly name: string
  readonly dialect: Dialect
  /** At the schema of this build, with nothing in it. */
  freshLocation(): Promise<string>
  /** Without a schema: whoever opens it first applies all migrations. */
  emptyLocation(): Promise<string>
}

/**
 * The kinds of databases on which the tests of a file run, gone after them: both, but `npm test` runs them on SQLite only, and
 * `npm run test:rest` runs the same file on PostgreSQL.
 */
export async function bothDatabases(): Promise<readonly TestDatabases[]> {
  if (TIER === 'whole' || IS_REST_FILE) return everyDatabase()
  return TIER === 'quick' ? [sqliteFiles()] : [postgresDatabases(await usePostgres())]
}

/** Both kinds, in `npm test` too: for what databases do differently, such as locks. */
export async function everyDatabase(): Promise<readonly [sqlite: TestDatabases, postgres: TestDatabases]> {
  return [sqliteFiles(), postgresDatabases(await usePostgres())]
}

/** Both kinds, and PostgreSQL with the queue in partitions. */
export async function frontierDatabases(): Promise<readonly TestDatabases[]> {
  const server = await usePostgres()
  return [sqliteFiles(), postgresDatabases(server), partitionedDatabases(server)]
}

const postgresDatabases = (server: PostgresDatabases): TestDatabases => ({
  name: 'postgres',
  dialect: 'postgres',
  freshLocation: () => server.copyDatabase(),
  emptyLocation: () => server.freshSchema(),
})

/** Enough of them that a URL that moves to another host nearly always moves to another partition. */
const PARTITIONS = 5

function partitionedDatabases(server: PostgresDatabases): TestDatabases {
  const partition = async (location: string): Promise<string> => {
    const frontier = await openFrontier(location)
    await frontier.partition(PARTITIONS)
    await frontier.close()
    return location
  }
  let template: Promise<string> | undefined
  return {
    name: 'partitions',
    dialect: 'postgres',
    freshLocation: async () => {
      template ??= server.copyDatabase().then(partition)
      return server.copyDatabase(new URL(await template).pathname.slice(1))
    },
    emptyLocation: async () => partition(await server.freshSchema()),
  }
}

export function sqliteFiles(): TestDatabases {
  const folder = freshFolder()
  let count = 0
  const emptyLocation = async () => {
    count += 1
    return join(folder, `test-${count}.db`)
  }
  return {
    name: 'sqlite',
    dialect: 'sqlite',
    freshLocation: async () => {
      const location = await emptyLocation()
      await copyDatabase(location)
      return location
    },
    emptyLocation,
  }
}

/** A folder that is gone after the tests of the file. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-store-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
