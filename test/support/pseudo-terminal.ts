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
import { setImmediate as turn } from 'node:timers/promises'
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
  /**
   * Waits until the condition holds; it is checked after every line, also one that is redrawn in place, however late this process reads it.
   * When it returns, the screen shows no more than that. Throws if the command ends before.
   */
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
  const session = new Session(child, columns, {
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

interface Awaited {
  readonly condition: (session: TerminalSession) => boolean
  readonly resolve: (holds: true) => void
}

interface Terminal {
  readonly keyboard: number
  readonly readDevice: () => string
}

/** Stands in the output where the window has got another width. No command may write it. */
const RESIZED = '\u0005'
/** The places where the cursor is at the start of a line, and those around a mark. */
const LINE_START = /(?<=\n|\r(?!\n)|\u0005)|(?=\u0005)/

/**
 * A command in a terminal. What it writes reaches the screen line by line: a busy machine hands over much at once, and a condition may
 * hold for only one of its lines. Where it holds, the rest waits for a turn of the event loop, in which the test looks at the screen.
 */
class Session implements TerminalSession {
  readonly screen: TerminalScreen
  readonly ended: Promise<TerminalEnd>
  output = ''
  readonly #terminal: Terminal
  readonly #child: Child
  /** What has not reached the screen yet. */
  readonly #lines: string[] = []
  #columns: number
  /** The widths that the screen gets as soon as it has shown what was written before. */
  readonly #sizes: number[] = []
  #awaited: Awaited | null = null
  #isHeld = false
  #error: unknown = null

  constructor(child: Child, columns: number, terminal: Terminal) {
    this.#child = child
    this.screen = new TerminalScreen(columns)
    this.#columns = columns
    this.#terminal = terminal
    this.ended = this.#runToEnd()
    // The caller may never look at the end, such as after a failed condition.
    this.ended.catch(() => undefined)
  }

  type(keys: string): void {
    writeSync(this.#terminal.keyboard, keys)
  }

  resize(columns: number): void {
    // A line that is drawn meanwhile must not be wider than the screen.
    const [isNarrower, mark] = [columns < this.#columns, `printf '${RESIZED}' >"$1"`]
    const script = isNarrower ? `stty cols "$0" <"$1"; ${mark}` : `${mark}; stty cols "$0" <"$1"`
    this.#columns = columns
    this.#sizes.push(columns)
    execFileSync('sh', ['-c', script, String(columns), this.#terminal.readDevice()])
  }

  async until(condition: (session: TerminalSession) => boolean): Promise<void> {
    if (condition(this)) return
    const held = new Promise<true>((resolve) => {
      this.#awaited = { condition, resolve }
    })
    this.#showNext()
    const ended = this.ended.then(() => false)
    if (!(await Promise.race([held, ended])))
      throw new Error(`the command ended before what was awaited. It had shown:\n${this.screen.text}`)
  }

  async #runToEnd(): Promise<TerminalEnd> {
    let errors = ''
    const decoder = new StringDecoder('utf8')
    this.#child.stdout.on('data', (chunk: Buffer) => this.#show(decoder.write(chunk)))
    this.#child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
    const [code] = (await once(this.#child, 'close').catch(explainMissing)) as [number | null]
    while (this.#lines.length > 0) await turn()
    if (this.#error !== null) throw this.#error
    if (code === null || errors !== '') throw new Error(`script failed: ${errors}`)
    return { code, output: this.output, screen: this.screen }
  }

  #show(text: string): void {
    this.output += text.replaceAll(RESIZED, '')
    this.#lines.push(...text.split(LINE_START))
    this.#showNext()
  }

  /** Up to the first line with which the condition holds. */
  #showNext(): void {
    while (this.#lines.length > 0 && !this.#isHeld) {
      this.#write(this.#lines.shift() ?? '')
      if (this.#awaited?.condition(this) !== true) continue
      this.#awaited.resolve(true)
      this.#awaited = null
      this.#hold()
    }
  }

  #hold(): void {
    this.#isHeld = true
    setImmediate(() => {
      this.#isHeld = false
      this.#showNext()
    })
  }

  #write(text: string): void {
    if (this.#error !== null) return
    try {
      if (text === RESIZED) this.screen.resize(this.#sizes.shift() ?? 0)
      else this.screen.write(text)
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
