import type { NetErrorCode } from '../errors.ts'

/**
 * Thrown to end an exchange from within streams and callbacks, where a value would have to pass through every layer. No
 * caller sees it: `runExchange` turns it into a failure.
 */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly code: NetErrorCode

  /** `reason` adds detail to the code. */
  constructor(code: NetErrorCode, reason = '', cause?: unknown) {
    super(reason, { cause })
    this.code = code
  }
}
