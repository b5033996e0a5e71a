/** 2: wrong usage or configuration; 3: could not run. */
export type FailureExitCode = 2 | 3

/** Ends the command: the message names the thing, the problem and the fix in one line. Only the command line throws it. */
export class RunError extends Error {
  override readonly name = 'RunError'
  readonly exitCode: FailureExitCode

  constructor(message: string, exitCode: FailureExitCode, cause?: unknown) {
    super(message, { cause })
    this.exitCode = exitCode
  }
}
