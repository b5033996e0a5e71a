import type { TestContext } from 'node:test'
import { exitCode, start, type RunOptions } from './command.ts'

/** A server that was started as a command. */
export interface ServedCommand {
  readonly url: string
  readonly exit: Promise<number | null>
  /** What it has written to stdout. */
  readonly out: () => string
  /** What it has written to stderr. */
  readonly log: () => string
  kill(signal: NodeJS.Signals): void
}

/** Starts `canonist serve` on a free port, unless one is named, and waits until it is ready. It ends with the test. */
export async function startServe(
  t: TestContext,
  args: readonly string[],
  { port = 0, ...options }: RunOptions & { readonly port?: number } = {},
): Promise<ServedCommand> {
  const child = start(['serve', '--port', String(port), ...args], options)
  t.after(() => child.kill('SIGKILL'))
  const exit = exitCode(child)
  let [out, log] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.endsWith('\n')) resolve(out.trim())
    })
    void exit.then((code) => reject(new Error(`it ended with ${code}: ${log}`)))
  })
  return { url, exit, out: () => out, log: () => log, kill: (signal) => void child.kill(signal) }
}
