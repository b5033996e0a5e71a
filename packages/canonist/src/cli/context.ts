import type { CommandContext, StricliProcess } from '@stricli/core'
import { OutputClosed, RunError } from '../io/run-error.ts'
import { CodedError, exitCodeFor } from '../text/coded-error.ts'
import type { Environment } from './environment.ts'
import { wordError } from './output/error-words.ts'

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
      this.process.exitCode = exitCodeOf(error)
      if (!(error instanceof OutputClosed)) this.environment.tell(`canonist: ${messageOf(error)}`)
    }
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof OutputClosed) return 0
  if (error instanceof CodedError) return exitCodeFor(error.kind)
  return error instanceof RunError ? error.exitCode : 3
}

function messageOf(error: unknown): string {
  if (error instanceof CodedError) return wordError(error)
  if (error instanceof RunError) return error.message
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `unexpected failure: ${reason}; this is a defect of canonist, please report it with the command you ran`
}
