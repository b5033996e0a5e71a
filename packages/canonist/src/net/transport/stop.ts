import type { NetErrorCode } from '../errors.ts'

/**
 * Ends an exchange from within streams and callbacks, where a value would have to be handed through every layer. No
 * caller sees it: at the door it becomes a failure.
 */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly code: NetErrorCode

  /** `reason` says more than the code does, where there is more to say. */
  constructor(code: NetErrorCode, reason = '', cause?: unknown) {
    super(reason, { cause })
    this.code = code
  }
}
