import { type ChildProcess, fork } from 'node:child_process'

/**
 * Starts a script of Node with a channel to this process, which also tells the new one when this one dies. It runs in a process group of
 * its own, so that Ctrl-C reaches only this process, which passes it on: a second signal would end the other one at once.
 */
export function forkDetached(script: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return fork(script, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}
