import { EventEmitter } from 'node:events'
import { runCommandLine } from 'canonist/internal/cli/run-command-line'

export interface Misuse {
  readonly code: number
  readonly stderr: string
}

/** Runs a command that only writes messages, such as one that is refused, within this process: a hundredth of the time. */
export async function runInProcess(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Misuse> {
  let stderr = ''
  const write = (text: string): boolean => ((stderr += text), true)
  const fake = Object.assign(new EventEmitter(), {
    argv: ['node', 'canonist', ...args],
    env,
    pid: 0,
    stderr: Object.assign(new EventEmitter(), { write }),
  })
  const code = await runCommandLine(fake as unknown as NodeJS.Process, args)
  return { code, stderr }
}
