import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyCluster, MIGRATED } from './database-templates.ts'
import { runOn, startOnFreePort, urlOf } from './postgres-server.ts'
import { readSharedPort } from './shared-server.ts'

export { runOn } from './postgres-server.ts'

/** Where a test gets databases on PostgreSQL. */
export interface PostgresDatabases {
  /** Where a database is; by default the one that every server has. */
  url(database?: string, password?: string): string
  /** An empty database of its own: its URL. */
  freshDatabase(settings?: string): Promise<string>
  /** An empty schema in a database that others use too, which is made much faster: its URL. */
  freshSchema(): Promise<string>
  /** A database of its own like another one, by default one at the schema of this build with nothing in it: its URL. */
  copyDatabase(name?: string): Promise<string>
}

/** A server of its own, for a test that stops it. */
export interface TestServer extends PostgresDatabases {
  readonly port: number
  stop(): Promise<void>
  /** After `stop`, with all that was there. */
  start(): Promise<void>
  /** Restarts it, and it stays what it is while it starts: connections are refused with 57P03 until `start` ends that. */
  stayStarting(): Promise<void>
  /** From now on it follows a primary server that is away: everything can be read, and nothing written. */
  becomeReplica(): Promise<void>
}

/**
 * Databases for the tests of one file, gone after them: on the server that all files of a run share, or on one of its own if the file was started
 * by hand.
 */
export async function usePostgres(): Promise<PostgresDatabases> {
  const port = readSharedPort()
  if (port === null) return startPostgres()
  const { databases, drop } = createDatabases(port, `file_${process.pid}`)
  after(drop)
  return databases
}

/** A PostgreSQL server for the tests of one file, gone after them. */
export async function startPostgres(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'canonist-postgres-'))
  // The server runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  await copyCluster(join(folder, 'data'))
  const { server, port } = await startOnFreePort(join(folder, 'data'))
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { databases } = createDatabases(port, 'test')
  const standBy = async (): Promise<void> => {
    await server.stop()
    await writeFile(join(folder, 'data', 'standby.signal'), '', { mode: 0o644 })
    // What it says when it is ready is not what is waited for.
    server.start().catch(() => undefined)
  }
  const settings = join(folder, 'data', 'postgresql.auto.conf')
  let isStarting = false
  return {
    ...databases,
    port,
    stop: () => server.stop(),
    start: async () => {
      if (isStarting) {
        await server.stop()
        await Promise.all([rm(join(folder, 'data', 'standby.signal')), writeFile(settings, '')])
      }
      isStarting = false
      await server.start()
    },
    stayStarting: async () => {
      isStarting = true
      await writeFile(settings, 'hot_standby = off\n')
      await standBy()
      const isRefused = ({ code }: { readonly code?: string }): boolean => code === '57P03'
      while (!(await runOn(databases.url(), 'select 1').then(() => false, isRefused))) await sleep(50)
    },
    becomeReplica: async () => {
      await standBy()
      while (!(await runOn(databases.url(), 'select 1').then(Boolean, () => false))) await sleep(50)
    },
  }
}

/** @param prefix of the names of everything that is made there */
function createDatabases(port: number, prefix: string) {
  const made: string[] = []
  let schemas: Promise<string> | undefined
  let count = 0
  const url = (database = 'postgres', password?: string) => urlOf(port, database, password)
  const freshDatabase = async (settings = '') => {
    const name = `${prefix}_${(count += 1)}`
    made.push(name)
    await runOn(url(), `create database ${name} ${settings}`)
    return url(name)
  }
  const databases: PostgresDatabases = {
    url,
    freshDatabase,
    freshSchema: async () => {
      const database = await (schemas ??= freshDatabase())
      const name = `${prefix}_${(count += 1)}`
      await runOn(database, `create schema ${name}`)
      return `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`
    },
    // The files are copied, as writing all of it to the log takes five times as long.
    copyDatabase: (name = MIGRATED) => freshDatabase(`template ${name} strategy file_copy`),
  }
  const drop = async (): Promise<void> => {
    for (const name of made) await runOn(url(), `drop database if exists ${name} with (force)`)
  }
  return { databases, drop }
}
