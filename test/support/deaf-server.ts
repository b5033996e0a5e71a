import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

/** Listens, says where, and never accepts: its thread sleeps for good. */
const PROGRAM = `
  const server = require('node:net').createServer()
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port) + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`
/** More than its queue holds; those who come later wait at the door. */
const QUEUED = 4

export interface DeafServer {
  readonly port: number
  close(): void
}

/** A port on loopback where connecting takes for ever: nobody refuses, nobody accepts. */
export async function startDeafServer(): Promise<DeafServer> {
  const child = spawn(process.execPath, ['--eval', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  const queued = Array.from({ length: QUEUED }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await once(queued[0] ?? child, 'connect')
  return {
    port,
    close() {
      for (const socket of queued) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
