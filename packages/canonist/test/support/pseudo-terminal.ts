// Runs the command in a real pseudo-terminal, as a person does. Node can open none, so this takes the program `script`, besides `sh`,
// `stty` and `mkfifo`: Debian and Ubuntu have it everywhere (bsdutils is an essential package), macOS and the BSDs in their base system, with
// other flags. Fedora has it in util-linux or util-linux-script, Alpine in util-linux-misc. Windows has none: run these tests in WSL.

import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after } from 'node:test'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLine, createVariables, type RunOptions } from './command.ts'
import { TerminalScreen } from './terminal-screen.ts'

export interface TerminalOptions extends Pick<RunOptions, 'cwd' | 'env'> {
  /** The width of the terminal. */
  readonly columns?: number
  /** What follows the command in the shell, such as `| cat` or `2>messages.txt`. */
  readonly shell?: string
}

export interface TerminalEnd {
  /** The exit code; 128 and the number of the signal if a signal ended it. Of a pipeline, that of the last command. */
  readonly code: number
  /** All that reached the terminal, with its codes. */
  readonly output: string
  readonly screen: TerminalScreen
}

/** A command that runs in a terminal. */
export interface TerminalSession {
  readonly screen: TerminalScreen
  /** All that reached the terminal so far. */
  readonly output: string
  /** Presses keys: `\u0003` is Ctrl-C. */
  type(keys: string): void
  /** Changes the width of the window. */
  resize(columns: number): void
  /** Waits until the condition holds; it is looked at after each output. Throws if the command ends before. */
  until(condition: (session: TerminalSession) => boolean): Promise<void>
  readonly ended: Promise<TerminalEnd>
}

/** Runs the command in a terminal to its end. */
export function runInTerminal(args: readonly string[], options: TerminalOptions = {}): Promise<TerminalEnd> {
  return startInTerminal(args, options).ended
}

/** Starts the command in a terminal. */
export function startInTerminal(args: readonly string[], options: TerminalOptions = {}): TerminalSession {
  const { columns = 80, shell = '', cwd, env } = options
  const folder = mkdtempSync(join(tmpdir(), 'canonist-terminal-'))
  const [keys, device] = [join(folder, 'keys'), join(folder, 'device')]
  // Not a pipe of Node, which is a socket: the `script` of macOS takes none. Opened for both directions, it does not wait for the other end.
  execFileSync('mkfifo', [keys])
  const keyboard = openSync(keys, 'r+')
  // A terminal that a person types in shows what is typed, such as ^C.
  const prepare = `tty >${quote(device)}; stty cols ${columns} rows 24 echo`
  const command = `${prepare}; ${shell === '' ? 'exec ' : ''}${commandLine(args).map(quote).join(' ')} ${shell}`
  const child = spawn('script', toScriptArguments(command), {
    cwd,
    env: { ...createVariables({ TERM: 'xterm-256color', ...env }), SHELL: '/bin/sh' },
    stdio: [keyboard, 'pipe', 'pipe'],
  }) as Child
  running.add(child)
  const session = new Session(child, new TerminalScreen(columns), {
    keyboard,
    readDevice: () => readFileSync(device, 'utf8').trim(),
  })
  const clean = (): void => {
    running.delete(child)
    closeSync(keyboard)
    rmSync(folder, { recursive: true, force: true })
  }
  session.ended.then(clean, clean)
  return session
}

const running = new Set<Child>()

// A test that fails may leave its command behind. Without its terminal, a command ends.
after(() => {
  for (const child of running) child.kill('SIGKILL')
})

type Child = ChildProcessByStdio<null, Readable, Readable>

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** util-linux takes the command as one text, the others as words. Both end with its exit code. */
function toScriptArguments(command: string): string[] {
  return process.platform === 'linux'
    ? ['--quiet', '--return', '--command', command, '/dev/null']
    : ['-q', '/dev/null', 'sh', '-c', command]
}

interface Terminal {
  readonly keyboard: number
  readonly readDevice: () => string
}

class Session implements TerminalSession {
  readonly screen: TerminalScreen
  readonly ended: Promise<TerminalEnd>
  output = ''
  readonly #terminal: Terminal
  readonly #child: Child
  #error: unknown = null

  constructor(child: Child, screen: TerminalScreen, terminal: Terminal) {
    this.#child = child
    this.screen = screen
    this.#terminal = terminal
    this.ended = this.#runToEnd()
    // The caller may never look at the end, such as after a failed condition.
    this.ended.catch(() => undefined)
  }

  type(keys: string): void {
    writeSync(this.#terminal.keyboard, keys)
  }

  resize(columns: number): void {
    this.screen.resize(columns)
    execFileSync('sh', ['-c', 'stty cols "$0" <"$1"', String(columns), this.#terminal.readDevice()])
  }

  async until(condition: (session: TerminalSession) => boolean): Promise<void> {
    let hasEnded = false
    const ended = this.ended.then(() => (hasEnded = true))
    while (!condition(this)) {
      if (hasEnded) throw new Error(`the command ended before what was awaited. It had shown:\n${this.screen.text}`)
      const round = new AbortController()
      const { signal } = round
      await Promise.race([once(this.#child.stdout, 'data', { signal }), ended, wait(50, undefined, { signal })])
      round.abort()
    }
  }

  async #runToEnd(): Promise<TerminalEnd> {
    let errors = ''
    const decoder = new StringDecoder('utf8')
    this.#child.stdout.on('data', (chunk: Buffer) => this.#show(decoder.write(chunk)))
    this.#child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
    const [code] = (await once(this.#child, 'close').catch(explainMissing)) as [number | null]
    if (this.#error !== null) throw this.#error
    if (code === null || errors !== '') throw new Error(`script failed: ${errors}`)
    return { code, output: this.output, screen: this.screen }
  }

  #show(text: string): void {
    this.output += text
    if (this.#error !== null) return
    try {
      this.screen.write(text)
    } catch (error) {
      this.#error = error
    }
  }
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error
  const packages = 'bsdutils (Debian, Ubuntu), util-linux-script or util-linux (Fedora), util-linux-misc (Alpine)'
  throw new Error(`This test needs the program script, which is not installed. It is in ${packages}.`, { cause: error })
}
