import { fstatSync } from '@canonist/lists/internal/io/node-fs'
import { availableParallelism, userInfo } from 'node:os'
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Input } from '@canonist/lists/internal/io/input'
import type { LiveLine, LiveLineOptions } from './output/live-line.ts'
import { RunError } from './run-error.ts'
import { isTerminal } from '@canonist/lists/internal/io/is-terminal'
import { openSink, type Sink } from '@canonist/lists/internal/io/sink'
import { onLeftover, removeTemporaryFiles } from '@canonist/lists/internal/io/temporary-files'
import { escapeLines, toPrintable } from '@canonist/core/internal/text/printable'

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** Everything that the commands know about the process they run in. Nothing else reads `process`. */
export interface Environment {
  /** The whole command line, for messages that correct it. */
  readonly args: readonly string[]
  /** Stdout, or the file of `--output`. */
  readonly sink: Sink
  /** Writes a line to stderr. Control characters in it are escaped. */
  notify(line: string): void
  /** The same for something that the run survives, but that ends it with 1 instead of 0. Says each thing once. */
  warn(warning: string): void
  readonly hasWarned: boolean
  /** Writes several lines to stderr, which may contain our own colours. */
  notifyLines(text: string): void
  readonly stderr: NodeJS.WriteStream
  /** Whether stderr is a terminal where a line can be redrawn, and the input is not typed there. */
  readonly showsProgress: boolean
  /** Draws a line on stderr in place of the one before, until it is closed. All other output goes above it. */
  openLiveLine(format: LiveLineOptions['format']): Promise<LiveLine>
  /** Whether results are printed on a terminal. */
  readonly isReadByPerson: boolean
  /** Whether stdin is a terminal. */
  readonly isTypedIn: boolean
  /** Whether results may be coloured. */
  readonly hasColour: boolean
  /** Whether messages on stderr may be coloured. */
  readonly hasMessageColour: boolean
  /** The width of help. */
  readonly columns: number
  readonly cores: number
  /** The registry, unless a flag names one. */
  readonly database: string
  /** The configuration file that the environment names; null if it names none. */
  readonly configFile: string | null
  /** The same environment with another default database; a variable still wins. */
  withDefaultDatabase(database: string): Environment
  /** A token with the role admin, for `serve`. */
  readonly token: string | undefined
  /** Whether `work` follows redirects, unless a flag says so. */
  readonly followRedirects: boolean
  /** How many redirects it follows, unless a flag says so. */
  readonly maxRedirects: number
  /** Milliseconds since 1970. */
  now(): number
  /** The name of the user who runs the command. */
  userName(): string
  /** Random text, the same for the whole run. */
  readonly salt: string
  /** Stdin and stdout as streams, for a protocol. */
  readonly streams: { readonly stdin: Readable; readonly stdout: Writable }
  /** Stdin as a list of lines. */
  stdin(): Promise<Input>
  /**
   * From now on, the first of these signals (Ctrl-C by default) only aborts the returned one, so that the command can finish
   * cleanly. The second ends the process at once.
   */
  interruption(signals?: readonly StopSignal[]): AbortSignal
  /** Ends the process as Ctrl-C would have. */
  endInterrupted(): never
  /** If this process is one of several that `startCopy` started: its number, from 0. */
  readonly copyNumber: number | null
  /** Starts the same command line again, in a process that ends cleanly when this one does. */
  startCopy(number: number): Promise<ChildProcess>
  /** Sends a message to the process that started this copy. */
  tellStarter(message: object): void
  /** Sends the result of this copy to the process that started it, as the last thing. */
  sendToStarter(result: object): void
}

export function readEnvironment(process: NodeJS.Process, args: readonly string[]): Environment {
  const { env } = process
  let liveLine: LiveLine | null = null
  let isTypingRead = false
  const warnings = new Set<string>()
  const above: WriteAbove = (endsLine, write) => (liveLine === null ? write() : liveLine.above(endsLine, write))
  const writeMessage = (text: string): void => above(text.endsWith('\n'), () => void stderr().write(text))
  const mayRedraw = (): boolean => isTerminal(STDERR) && env['TERM'] !== 'dumb' && !isTypingRead
  // Streams and random text are created on first use: both take long to load.
  const stderr = memoize(() => listenTo(process.stderr))
  const sink = memoize(() => openTerminalSink(openSink(process), above))
  const salt = memoize(() => Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('base64'))
  const notify = (line: string): void => writeMessage(escapeLines(`${toPrintable(line)}\n`))
  onLeftover((path) => notify(`canonist: removed ${path}, which an earlier run left when it was killed`))
  return {
    args,
    get sink() {
      return sink()
    },
    notify,
    warn(warning) {
      if (!warnings.has(warning)) notify(`canonist: ${warning}`)
      warnings.add(warning)
    },
    get hasWarned() {
      return warnings.size > 0
    },
    notifyLines: (text) => writeMessage(escapeLines(text)),
    get stderr() {
      return stderr()
    },
    get showsProgress() {
      return mayRedraw()
    },
    async openLiveLine(format) {
      const { LiveLine } = await import('./output/live-line.ts')
      liveLine?.close()
      const line = new LiveLine({ terminal: stderr(), now: Date.now, format })
      // Even if the command fails where it should not.
      process.once('exit', () => line.close())
      liveLine = line
      return line
    },
    get isReadByPerson() {
      return isTerminal(STDOUT)
    },
    get isTypedIn() {
      return isTerminal(STDIN)
    },
    get hasColour() {
      return hasColour(env, STDOUT)
    },
    get hasMessageColour() {
      return hasColour(env, STDERR)
    },
    get columns() {
      return readColumns(env['COLUMNS'], process)
    },
    cores: availableParallelism(),
    database: isSet(env['CANONIST_DB']) ? env['CANONIST_DB'] : 'canonist.db',
    configFile: isSet(env['CANONIST_CONFIG']) ? env['CANONIST_CONFIG'] : null,
    withDefaultDatabase(database) {
      return isSet(env['CANONIST_DB']) ? this : Object.create(this, { database: { value: database } })
    },
    token: isSet(env['CANONIST_TOKEN']) ? env['CANONIST_TOKEN'] : undefined,
    get followRedirects() {
      return readSwitch('CANONIST_FOLLOW_REDIRECTS', env['CANONIST_FOLLOW_REDIRECTS']) ?? true
    },
    get maxRedirects() {
      return readLimit('CANONIST_MAX_REDIRECTS', env['CANONIST_MAX_REDIRECTS']) ?? 5
    },
    now: Date.now,
    userName,
    get salt() {
      return salt()
    },
    get streams() {
      return { stdin: process.stdin, stdout: process.stdout }
    },
    stdin() {
      isTypingRead = isTerminal(STDIN)
      return openStdin(process, this.warn)
    },
    interruption: (signals = ['SIGINT']) => listenForInterruption(process, signals, () => liveLine?.interrupt()),
    endInterrupted: () => endInterrupted(process, liveLine),
    copyNumber: readCopyNumber(env),
    startCopy: (number) => startCopy(process, number, mayRedraw() ? (line) => writeMessage(`${line}\n`) : null),
    tellStarter: (message) => void (process.connected && process.send?.(message)),
    // An open channel would keep the process alive.
    sendToStarter: (result) => void process.send?.(result, () => process.disconnect()),
  }
}

const COPY_NUMBER = 'CANONIST_COPY'

const readCopyNumber = (env: NodeJS.ProcessEnv): number | null =>
  isSet(env[COPY_NUMBER]) ? Number(env[COPY_NUMBER]) : null

async function startCopy(
  process: NodeJS.Process,
  number: number,
  onMessage: ((line: string) => void) | null,
): Promise<ChildProcess> {
  const { forkDetached } = await import('./fork-detached.ts')
  const [, script = '', ...args] = process.argv
  return forkDetached(script, args, { env: { ...process.env, [COPY_NUMBER]: String(number) }, onMessage })
}

function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

type WriteAbove = <T>(endsLine: boolean, write: () => T) => T

const NEW_LINE = 10

/** On a terminal, results share it with a line that is redrawn. */
function openTerminalSink(sink: Sink, above: WriteAbove): Sink {
  if (!isTerminal(STDOUT)) return sink
  return {
    write: (bytes) =>
      bytes.length === 0 ? Promise.resolve() : above(bytes.at(-1) === NEW_LINE, () => sink.write(bytes)),
  }
}

/** A closed terminal or pipe on stderr must not end the command. */
function listenTo(stderr: NodeJS.WriteStream): NodeJS.WriteStream {
  stderr.on('error', () => undefined)
  return stderr
}

const [STDIN, STDOUT, STDERR] = [0, 1, 2]

const SWITCHES: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  false: false,
  0: false,
  no: false,
}

function readSwitch(name: string, text: string | undefined): boolean | null {
  if (!isSet(text)) return null
  return SWITCHES[text.toLowerCase()] ?? rejectValue(name, text, 'true or false')
}

const MAX_REDIRECTS = 50

function readLimit(name: string, text: string | undefined): number | null {
  if (!isSet(text)) return null
  if (/^\d+$/.test(text) && Number(text) <= MAX_REDIRECTS) return Number(text)
  return rejectValue(name, text, `a whole number from 0 to ${MAX_REDIRECTS}`)
}

function rejectValue(name: string, text: string, wanted: string): never {
  throw new RunError(`${name} cannot be ${JSON.stringify(text)}. Set it to ${wanted}, or unset it.`, 2)
}

const DEFAULT_COLUMNS = 80
/** Narrower help cannot be laid out. */
const MIN_COLUMNS = 40

/** `COLUMNS`, else the width of the terminal, else 80. */
function readColumns(text: string | undefined, process: NodeJS.Process): number {
  const given = isSet(text) && /^[1-9]\d*$/.test(text) ? Number(text) : null
  const columns = given ?? (isTerminal(STDOUT) ? process.stdout.columns : DEFAULT_COLUMNS)
  return Math.max(columns || DEFAULT_COLUMNS, MIN_COLUMNS)
}

/** https://no-color.org: any value except the empty one. It wins over FORCE_COLOR, which is for pipes that can show colours. */
function hasColour(env: NodeJS.ProcessEnv, fd: number): boolean {
  if (isSet(env['NO_COLOR'])) return false
  if (isSet(env['FORCE_COLOR']) && env['FORCE_COLOR'] !== '0') return true
  return isTerminal(fd) && env['TERM'] !== 'dumb'
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

/** A user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}

async function openStdin(process: NodeJS.Process, warn: Environment['warn']): Promise<Input> {
  const { createFolderError, createDescriptorInput, createStreamInput } =
    await import('@canonist/lists/internal/io/input')
  const info = fstatSync(0)
  if (info.isDirectory()) throw createFolderError('stdin')
  if (info.isFile()) return createDescriptorInput('stdin', 0, info.size, warn)
  return createStreamInput('stdin', process.stdin, warn)
}

/** After the first signal its listener is removed, so the second does what signals do by default: it ends the process. */
function listenForInterruption(
  process: NodeJS.Process,
  signals: readonly StopSignal[],
  onStop: () => void,
): AbortSignal {
  const controller = new AbortController()
  // Our usual listener ends the process at once.
  process.removeAllListeners('SIGINT')
  const stop = (): void => {
    for (const signal of signals) process.removeListener(signal, stop)
    onStop()
    controller.abort()
  }
  for (const signal of signals) process.on(signal, stop)
  // The starter of this copy has died. Without a starter this event never comes.
  process.once('disconnect', stop)
  return controller.signal
}

const INTERRUPTED = 130

/**
 * Ends by the signal itself: a shell reports it as 130, and ends the loop of a script, too. `process.exit` would wait for a
 * thread that opens a named pipe, which may never get a writer.
 */
function endInterrupted(process: NodeJS.Process, liveLine: LiveLine | null): never {
  if (liveLine !== null) liveLine.interrupt()
  else if (process.stderr.isTTY) process.stderr.write('\n')
  removeTemporaryFiles()
  process.removeAllListeners('SIGINT')
  process.kill(process.pid, 'SIGINT')
  process.exit(INTERRUPTED)
}
