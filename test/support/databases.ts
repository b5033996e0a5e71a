import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Dialect } from '@canonist/registry/internal/store/database'
import { copyDatabase } from './database-templates.ts'
import { usePostgres, type PostgresDatabases } from './postgres.ts'
import { IS_REST_FILE, TIER } from './tier.ts'

/** Where tests get their databases: a new one for each that asks. */
export interface TestDatabases {
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

const postgresDatabases = (server: PostgresDatabases): TestDatabases => ({
  dialect: 'postgres',
  freshLocation: () => server.copyDatabase(),
  emptyLocation: () => server.freshSchema(),
})

export function sqliteFiles(): TestDatabases {
  const folder = freshFolder()
  let count = 0
  const emptyLocation = async () => {
    count += 1
    return join(folder, `test-${count}.db`)
  }
  return {
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
