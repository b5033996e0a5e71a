import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface ForkOptions {
  readonly env: NodeJS.ProcessEnv
  /** Gets the lines that the process writes to stderr, where they would disturb a live line; null: they go to stderr. */
  readonly onMessage: ((line: string) => void) | null
}

/**
 * Starts a script of Node with a channel to this process, which also tells the new one when this one dies. It runs in a process group of
 * its own, so that Ctrl-C reaches only this process, which passes it on: a second signal would end the other one at once.
 */
export function forkDetached(script: string, args: readonly string[], { env, onMessage }: ForkOptions): ChildProcess {
  const stderr = onMessage === null ? 'inherit' : 'pipe'
  const child = fork(script, args, { env, detached: true, stdio: ['ignore', 'inherit', stderr, 'ipc'] })
  if (onMessage !== null && child.stderr !== null) createInterface({ input: child.stderr }).on('line', onMessage)
  return child
}
