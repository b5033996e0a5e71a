/** A guard for the start of one request. */
export interface StartOnce {
  /** For `mayStart` of an exchange. */
  readonly mayStart: () => boolean
  readonly hasStarted: () => boolean
  /** Whether the transport was kept from sending the request a second time. */
  readonly isResendRefused: () => boolean
}

/**
 * Lets an exchange send its request once. A transport sends it again if a server closes a kept connection, and cannot know whether
 * the server has read it: a polite caller waits for the host's next turn first.
 *
 * @param mayStart a further condition, checked before every start
 */
export function createStartOnce(mayStart: () => boolean = () => true): StartOnce {
  let [hasStarted, isRefused] = [false, false]
  return {
    mayStart() {
      if (!mayStart()) return false
      isRefused = hasStarted
      hasStarted = true
      return !isRefused
    },
    hasStarted: () => hasStarted,
    isResendRefused: () => isRefused,
  }
}
