import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyCluster, MIGRATED } from './database-templates.ts'
import { runOn, startOnFreePort, urlOf } from './postgres-server.ts'

export { runOn } from './postgres-server.ts'

export interface TestServer {
  readonly port: number
  /** Where a database is; by default the one that every server has. */
  url(database?: string, password?: string): string
  /** An empty database of its own: its URL. */
  freshDatabase(settings?: string): Promise<string>
  /** An empty schema in a database that others use too, which is made much faster: its URL. */
  freshSchema(): Promise<string>
  /** A database of its own like another one, by default one at the schema of this build with nothing in it: its URL. */
  copyDatabase(name?: string): Promise<string>
  stop(): Promise<void>
  /** After `stop`, with all that was there. */
  start(): Promise<void>
  /** Restarts it, and it stays what it is while it starts: connections are refused with 57P03 until `start` ends that. */
  stayStarting(): Promise<void>
  /** From now on it follows a primary server that is away: everything can be read, and nothing written. */
  becomeReplica(): Promise<void>
}

/** A PostgreSQL server for the tests of one file, gone after them. */
export async function startPostgres(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'canonist-postgres-'))
  // The server runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  await copyCluster(join(folder, 'data'))
  const { server, port } = await startOnFreePort(join(folder, 'data'))
  let count = 0
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const url = (database = 'postgres', password?: string) => urlOf(port, database, password)
  const freshDatabase = async (settings = '') => {
    count += 1
    await runOn(url(), `create database test_${count} ${settings}`)
    return url(`test_${count}`)
  }
  const standBy = async (): Promise<void> => {
    await server.stop()
    await writeFile(join(folder, 'data', 'standby.signal'), '', { mode: 0o644 })
    // What it says when it is ready is not what is waited for.
    server.start().catch(() => undefined)
  }
  const settings = join(folder, 'data', 'postgresql.auto.conf')
  let isStarting = false
  return {
    port,
    url,
    freshDatabase,
    freshSchema: async () => {
      count += 1
      await runOn(url(), `create schema test_${count}`)
      return `${url()}?options=${encodeURIComponent(`-c search_path=test_${count}`)}`
    },
    // The files are copied, as writing all of it to the log takes five times as long.
    copyDatabase: (name = MIGRATED) => freshDatabase(`template ${name} strategy file_copy`),
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
      while (!(await runOn(url(), 'select 1').then(() => false, isRefused))) await sleep(50)
    },
    becomeReplica: async () => {
      await standBy()
      while (!(await runOn(url(), 'select 1').then(Boolean, () => false))) await sleep(50)
    },
  }
}
