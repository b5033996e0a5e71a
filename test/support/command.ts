import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { JOINED_COMMAND } from './joined-command.ts'
import { CACHE } from './test-cache.ts'

// Stripping the types anew for every start would take most of the time of these tests.
export const COMPILE_CACHE = join(CACHE, 'compiled-command')

const BIN = fileURLToPath(new URL('../../packages/canonist/bin/canonist.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly bytes: Buffer
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Who runs it, where the test may choose. */
  readonly uid?: number
}

/** The words with which the command is started from its sources. */
export function commandLine(args: readonly string[]): string[] {
  return [process.execPath, '--conditions=canonist-source', JOINED_COMMAND, ...args]
}

/** The same as text for a shell, with the cache of compiled code. */
export function quoteCommand(): string {
  return [`NODE_COMPILE_CACHE='${COMPILE_CACHE}'`, ...commandLine([]).map((word) => `'${word}'`)].join(' ')
}

/** The variables of a started command: colours are as the test wants them, not as the terminal of its user has them. */
export function createVariables(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env
  return { ...inherited, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env }
}

/** Starts the command from its sources, as a user would from a shell. */
export function start(
  args: readonly string[],
  { cwd, env = {}, uid }: RunOptions = {},
): ChildProcessWithoutNullStreams {
  const [node = '', ...rest] = commandLine(args)
  const child = spawn(node, rest, { cwd, env: createVariables(env), uid })
  running.add(child)
  return child.once('exit', () => running.delete(child))
}

const running = new Set<ChildProcessWithoutNullStreams>()

// A test that fails may leave its command behind, and the test file would never end.
after(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the built command, as users have it; build it first. */
export function startBuilt(args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [BIN, ...args])
}

/** Runs the command to its end. */
export async function canonist(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = start(args, options)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.stdin ?? '')
  const code = await exitCode(child)
  const bytes = await stdout
  return { code, bytes, stdout: bytes.toString(), stderr: (await stderr).toString() }
}

export function exitCode(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export interface Folder {
  readonly path: string
  file(name: string, content: string | Uint8Array): string
}

/** A folder that is gone when the tests of the file are done. */
export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'canonist-test-'))
  after(() => rmSync(path, { recursive: true, force: true }))
  return {
    path,
    file(name, content) {
      const file = join(path, name)
      // Whatever the umask is: a file of tokens that a group may write is refused.
      writeFileSync(file, content, { mode: 0o644 })
      return file
    },
  }
}
