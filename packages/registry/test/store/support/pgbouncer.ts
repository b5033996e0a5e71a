import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshFolder } from '@canonist/test-support/databases.ts'
import { freePort } from '@canonist/test-support/free-port.ts'

const PATHS = `${process.env['PATH'] ?? ''}:/usr/sbin`

/** False, or why tests with a real PgBouncer are skipped. */
export const NO_PGBOUNCER: string | false =
  spawnSync('pgbouncer', ['--version'], { env: { PATH: PATHS } }).status === 0
    ? false
    : 'pgbouncer is not installed (Debian: apt-get install pgbouncer)'

/** PgBouncer in transaction mode before a server; it lets everybody in. */
export async function startPgbouncer(url: string): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { hostname, port, username, password } = new URL(url)
  const folder = freshFolder()
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const ours = await freePort()
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ours}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
ignore_startup_parameters = options,extra_float_digits
`,
  )
  // It refuses to run as root.
  const user = userInfo().uid === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { env: { PATH: PATHS }, stdio: 'ignore' })
  await untilListening(ours)
  return {
    port: ours,
    close: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

const MOST_ATTEMPTS = 200

async function untilListening(port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error
    } finally {
      socket.destroy()
    }
    await sleep(50)
  }
}
