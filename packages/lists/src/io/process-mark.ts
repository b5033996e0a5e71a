import { readFileSync, readlinkSync } from './node-fs.ts'

// Whether the process that made a temporary file is dead. The number of a process means something only while its kernel runs, and only in its
// namespace: the process 42 of another host, another container or an earlier boot may be anything here, or nothing, and still work with the file.

let mark: string | null = null

/** This process, for the names of its temporary files: its number, the boot of the kernel and the namespace of the number. Only Linux tells the last two. */
export function getProcessMark(): string {
  return (mark ??= `${process.pid}-${readSpace()}`)
}

/** How marks look, as a part of a regular expression. */
export const PROCESS_MARK = String.raw`\d+-(?:[\da-f]{12}-\d+|unknown)`

/** Whether the process with this mark is known to have ended. False whenever there is a doubt. */
export function hasEnded(other: string): boolean {
  const space = readSpace()
  if (space === UNKNOWN) return false
  const pid = Number.parseInt(other, 10)
  return other === `${pid}-${space}` && pid > 0 && !isRunning(pid)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Any other error, such as EPERM, comes from a process that is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const UNKNOWN = 'unknown'

function readSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').replaceAll('-', '').slice(0, 12)
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
    return /^[\da-f]{12}-\d+$/.test(`${boot}-${namespace}`) ? `${boot}-${namespace}` : UNKNOWN
  } catch {
    return UNKNOWN
  }
}
