import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Tells this process from an earlier one with the same id, as the first process of a container always has. */
const PROCESS = randomBytes(6).toString('hex')

let owners = 0

/** Names a runner in the database: machine, process id, a random word for the process, and a number within it. */
export function createOwner(): string {
  owners += 1
  return JSON.stringify([hostname(), process.pid, PROCESS, owners])
}

/**
 * Whether an owner has certainly ended: it was a process of this machine, and its id is free or belongs to this process now.
 * Processes of other machines cannot be checked; a runner gives them up after a long silence.
 */
export function isGone(owner: string): boolean {
  const [machine, id, word] = JSON.parse(owner) as [string, number, string]
  if (machine !== hostname()) return false
  return id === process.pid ? word !== PROCESS : !isRunning(id)
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // Of another user, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
