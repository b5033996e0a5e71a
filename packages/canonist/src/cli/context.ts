import type { CommandContext, StricliProcess } from '@stricli/core'
import type { Environment } from './environment.ts'

/** What every command is called with, as `this`. */
export interface CanonistContext extends CommandContext {
  readonly process: StricliProcess
  readonly environment: Environment
}

/** 0: done; 1: done, with findings or rejected inputs. */
export type DoneExitCode = 0 | 1

type Action<Flags, Args extends readonly unknown[]> = (
  environment: Environment,
  flags: Flags,
  ...args: Args
) => Promise<DoneExitCode>

type CommandFunction<Flags, Args extends readonly unknown[]> = (
  this: CanonistContext,
  flags: Flags,
  ...args: Args
) => Promise<void>

/** Runs an action and turns its end, good or bad, into an exit code and at most one line on stderr. */
export function command<Flags, Args extends readonly unknown[]>(
  action: Action<Flags, Args>,
): CommandFunction<Flags, Args> {
  return async function run(flags, ...args) {
    try {
      this.process.exitCode = await action(this.environment, flags, ...args)
    } catch (error) {
      const { reportFailure } = await import('./describe-failure.ts')
      this.process.exitCode = reportFailure(this.environment, error)
    }
  }
}
