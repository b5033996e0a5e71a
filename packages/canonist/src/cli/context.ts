import type { CommandContext, StricliProcess } from '@stricli/core'
import type { Environment } from './environment.ts'

/** Passed to every command as `this`. */
export interface CanonistContext extends CommandContext {
  readonly process: StricliProcess
  readonly environment: Environment
}

/** 0: done. 1: done, with findings or rejected inputs. */
export type DoneExitCode = 0 | 1

export type Action<Flags, Args extends readonly unknown[]> = (
  environment: Environment,
  flags: Flags,
  ...args: Args
) => Promise<DoneExitCode>
