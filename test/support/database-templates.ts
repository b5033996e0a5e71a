import { chmodSync, copyFileSync, cpSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster, INITDB_FLAGS, runOn, startOnFreePort, urlOf } from './postgres-server.ts'
import { makeOnce } from './test-cache.ts'

/** The database of each copied cluster that is at the schema of this build, and otherwise empty. */
export const MIGRATED = 'migrated'

const SCHEMA = ['packages/registry/src/store']

/** Puts an empty SQLite database at the schema of this build there: a copy, as all migrations take some twenty times as long. */
export async function copyDatabase(path: string): Promise<void> {
  sqliteTemplate ??= makeOnce('sqlite', { folders: SCHEMA }, (draft) => migrateAt(join(draft, 'migrated.db')))
  copyFileSync(join(await sqliteTemplate, 'migrated.db'), path)
}

let sqliteTemplate: Promise<string> | undefined

/** Puts the data of a PostgreSQL server there, with a migrated database in it: making them anew takes some five times as long. */
export async function copyCluster(path: string): Promise<void> {
  const template = join(await makeOnce('postgres', { folders: SCHEMA, settings: INITDB_FLAGS }, makeCluster), 'data')
  cpSync(template, path, { recursive: true })
  chmodSync(path, 0o700)
  // The server runs as another user where the tests run as root.
  const { uid, gid } = statSync(template)
  if (uid === process.getuid?.()) return
  for (const name of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(path, name), uid, gid)
}

async function makeCluster(draft: string): Promise<void> {
  const folder = join(draft, 'data')
  await createCluster(folder)
  const { server, port } = await startOnFreePort(folder)
  try {
    await runOn(urlOf(port, 'postgres'), `create database ${MIGRATED}`)
    await migrateAt(urlOf(port, MIGRATED))
  } finally {
    await server.stop()
  }
}

/** The product is loaded only where a template is missing. */
async function migrateAt(location: string): Promise<void> {
  const { openDatabase } = await import('@canonist/registry/internal/store/open-database')
  await (await openDatabase(location)).close()
}
