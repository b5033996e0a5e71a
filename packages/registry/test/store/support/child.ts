import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ChildEnd {
  /** How it ended: a number, or the signal. */
  readonly exit: number | string | null
  /** What it wrote, to stdout and stderr. */
  readonly output: string
}

/** Another process that runs a file of `processes/`. */
export function startChild(file: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const path = pathOfProcess(file)
  return spawn(process.execPath, ['--conditions=canonist-source', path, ...args], { stdio: 'pipe', ...options })
}

export function pathOfProcess(file: string): string {
  return fileURLToPath(new URL(`processes/${file}`, import.meta.url))
}

export function runChild(file: string, args: readonly string[], options?: SpawnOptions): Promise<ChildEnd> {
  return waitForEnd(startChild(file, args, options))
}

export function waitForEnd(child: ChildProcess): Promise<ChildEnd> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ exit: code ?? signal, output }))
  })
}
