import { once } from 'node:events'
import { start } from './command.ts'

/** `canonist serve` in a process of its own, ready for requests. */
export interface ServeProcess {
  readonly url: string
  readonly pid: number
  /** Ends it, and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
}

export async function startServe(db: string, args: readonly string[] = []): Promise<ServeProcess> {
  const child = start(['serve', '--db', db, '--port', '0', '--log', 'error', ...args])
  const exit = once(child, 'exit')
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()))
  const ready = once(child.stdout.setEncoding('utf8'), 'data').then(([line]) => String(line).trim())
  const failed = exit.then(([code]) => Promise.reject(new Error(`it ended with ${String(code)}: ${log}`)))
  const url = await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return {
    url,
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal)
      await exit
    },
  }
}
