import { IoError, OutputClosed } from '@canonist/lists/internal/io/errors'
import { CodedError, toExitCode } from '@canonist/core/internal/text/coded-error'
import { describeError } from './output/describe-error.ts'
import type { Environment } from './environment.ts'
import { RunError, type FailureExitCode } from './run-error.ts'

/** The exit code of a command that ends with `error`. */
export function toFailureExitCode(error: unknown): 0 | FailureExitCode {
  if (error instanceof OutputClosed) return 0
  if (error instanceof RunError) return error.exitCode
  // Every command exits with 3 if it cannot read its input to the end, even if the input itself is to blame.
  if (error instanceof IoError) return error.kind === 'usage' ? 2 : 3
  return error instanceof CodedError ? toExitCode(error.kind) : 3
}

/** The message for an error, in one line. An error that nothing in the program expects is reported as a bug. */
export function describeFailure(error: unknown): string {
  if (error instanceof CodedError) return describeError(error)
  if (error instanceof RunError) return error.message
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `unexpected failure: ${reason}. This is a bug in canonist. Please report it with the command you ran.`
}

/** Writes why a command failed and returns its exit code. A closed output is not a failure: the reader has seen enough. */
export function reportFailure({ notify }: Environment, error: unknown): number {
  if (!(error instanceof OutputClosed)) notify(`canonist: ${describeFailure(error)}`)
  return toFailureExitCode(error)
}
