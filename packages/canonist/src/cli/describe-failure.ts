import { IoError, OutputClosed } from '../io/errors.ts'
import { CodedError, toExitCode } from '../text/coded-error.ts'
import { describeError } from './output/describe-error.ts'
import type { Environment } from './environment.ts'
import { RunError, type FailureExitCode } from './run-error.ts'

/** The exit code of a command that ends with `error`. */
export function toFailureExitCode(error: unknown): 0 | FailureExitCode {
  if (error instanceof OutputClosed) return 0
  if (error instanceof RunError) return error.exitCode
  // Every command ends with 3 where it cannot read its input to the end, even if the input itself is to blame.
  if (error instanceof IoError) return error.kind === 'usage' ? 2 : 3
  return error instanceof CodedError ? toExitCode(error.kind) : 3
}

/** What is said of `error`: in one line, and that it is a defect where nothing in the program expects it. */
export function describeFailure(error: unknown): string {
  if (error instanceof CodedError) return describeError(error)
  if (error instanceof RunError) return error.message
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `unexpected failure: ${reason}; this is a defect of canonist, please report it with the command you ran`
}

/** Tells why a command failed, unless nobody reads it any more; returns the exit code. */
export function reportFailure({ notify }: Environment, error: unknown): number {
  if (!(error instanceof OutputClosed)) notify(`canonist: ${describeFailure(error)}`)
  return toFailureExitCode(error)
}
