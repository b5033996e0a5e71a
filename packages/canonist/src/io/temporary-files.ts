// The temporary files and folders that this process has not finished. Each one is either renamed or removed by the code that made it; this
// list exists for the ends that run no `finally`: a signal, or a call of process.exit. After SIGKILL or a power cut a file
// named `.NAME.PROCESS.RANDOM.tmp` stays behind, until the next run with the same output finds that its process has ended.
import { lstatSync, readdirSync, rmSync } from './node-fs.ts'
import { getProcessMark, hasEnded, PROCESS_MARK } from './process-mark.ts'
import { basename, dirname, join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A name has at most 255 bytes, and a UTF-16 unit takes up to three. */
const SHOWN_UNITS = 60

const unfinished = new Set<string>()

/** An unpredictable name beside `path`, so that an attacker cannot put a link there beforehand. */
export function createTemporaryName(path: string): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex')
  return join(dirname(path), `${formatPrefix(path)}${getProcessMark()}.${random}.tmp`)
}

const formatPrefix = (path: string): string => `.${basename(path).slice(0, SHOWN_UNITS)}.`

let tell: (path: string) => void = () => undefined

/** From now on, `listener` receives each file and folder that an earlier run has left and this one has removed. */
export function onLeftover(listener: (path: string) => void): void {
  tell = listener
}

const OWN_PART = new RegExp(String.raw`^(${PROCESS_MARK})\.[\da-f]{24}\.tmp$`)

/**
 * Removes the temporary files of `path` that killed runs have left. Must never remove a file of a run that may still work, or of another user: what is
 * not certain stays.
 */
export function removeLeftovers(path: string): void {
  const prefix = formatPrefix(path)
  for (const name of listNames(dirname(path))) {
    const mark = name.startsWith(prefix) ? OWN_PART.exec(name.slice(prefix.length))?.[1] : undefined
    if (mark === undefined || !hasEnded(mark)) continue
    const leftover = join(dirname(path), name)
    if (isOwnFile(leftover)) removeLeftover(leftover)
  }
}

/** Removes what an earlier run has left, and says so. What cannot be removed stays. */
export function removeLeftover(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    return
  }
  tell(path)
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isOwnFile(path: string): boolean {
  const info = lstatSync(path, { throwIfNoEntry: false })
  return info?.isFile() === true && info.uid === process.getuid?.()
}

/** Removes the file should the process end before `unregisterTemporary`. */
export function registerTemporary(path: string): void {
  if (unfinished.size === 0) listen()
  unfinished.add(path)
}

/** Whether this process still works with the file or folder. */
export const isRegistered = (path: string): boolean => unfinished.has(path)

export function unregisterTemporary(path: string): void {
  unfinished.delete(path)
  if (unfinished.size === 0) stopListening()
}

/** Removes every unfinished file at once. Call it before ending the process by a signal. */
export function removeTemporaryFiles(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true })
  unfinished.clear()
  stopListening()
}

function listen(): void {
  process.on('exit', removeTemporaryFiles)
  for (const signal of SIGNALS) process.on(signal, endBySignal)
}

function stopListening(): void {
  process.removeListener('exit', removeTemporaryFiles)
  for (const signal of SIGNALS) process.removeListener(signal, endBySignal)
}

/** A listener keeps the signal from ending the process, so send it again; unless others listen and decide what it means. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  removeTemporaryFiles()
  process.kill(process.pid, signal)
}
