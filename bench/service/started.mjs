import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../packages/canonist/bin/canonist.js', import.meta.url))
const BARE = fileURLToPath(new URL('bare.mjs', import.meta.url))

/** A server in a process of its own, which has printed its URL. */
async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${args.join(' ')} ended before it was ready`))),
  ])
  return {
    url: new URL(line.trim()),
    cpuMs: () => readCpuMs(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** `canonist serve`, without a line in the log for each request. */
export const startCanonist = (db) =>
  start([COMMAND, 'serve', '--db', db, '--port', '0', '--log', 'error', '--no-network'])

/** Hono with a handler that returns a constant. */
export const startBare = () => start([BARE])

const MS_A_TICK = 10

/** Processor time of a process so far; NaN where the system does not tell: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readCpuMs(pid) {
  if (!existsSync(`/proc/${pid}/stat`)) return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number)
  return (fields[11] + fields[12]) * MS_A_TICK
}
