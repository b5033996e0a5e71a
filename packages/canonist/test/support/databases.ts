import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Dialect } from '../../src/store/database.ts'
import { startPostgres } from './postgres.ts'

/** Where tests get their databases: a new, empty one for each that asks. */
export interface TestDatabases {
  readonly dialect: Dialect
  freshLocation(): Promise<string>
}

/** Both kinds, gone after the tests of the file. */
export async function bothDatabases(): Promise<readonly [sqlite: TestDatabases, postgres: TestDatabases]> {
  const server = await startPostgres()
  return [sqliteFiles(), { dialect: 'postgres', freshLocation: () => server.freshSchema() }]
}

export function sqliteFiles(): TestDatabases {
  const folder = freshFolder()
  let count = 0
  return {
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
