// The temporary files and folders that this process has not finished. Each one is either renamed or removed by the code that made it; this
// list exists for the ends that run no `finally`: a signal, or a call of process.exit. After SIGKILL or a power cut a file
// named `.NAME.RANDOM.tmp` stays behind.
import { rmSync } from './node-fs.ts'
import { basename, dirname, join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** A name has at most 255 bytes, and a UTF-16 unit takes up to three. */
const SHOWN_UNITS = 60

const unfinished = new Set<string>()

/** An unpredictable name beside `path`, so that an attacker cannot put a link there beforehand. */
export function createTemporaryName(path: string): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex')
  return join(dirname(path), `.${basename(path).slice(0, SHOWN_UNITS)}.${random}.tmp`)
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
