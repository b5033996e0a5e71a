// The temporary files and folders that this process has not finished. Each one is either renamed or removed by the code that made it; this
// list exists for the ends that run no `finally`: a signal, or a call of process.exit. What SIGKILL or a power cut leaves behind, a later run
// removes; see `leftovers.ts`.
import { rmSync } from './node-fs.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const unfinished = new Set<string>()

let tell: (path: string) => void = () => undefined

/** From now on, `listener` receives each file and folder that an earlier run has left and this one has removed. */
export function onLeftover(listener: (path: string) => void): void {
  tell = listener
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
