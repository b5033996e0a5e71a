import { isSilence } from '../net/politeness/silence.ts'
import type { Observation } from './observation.ts'

export const MAX_FAILURES = 5

/** Counts the failures of a host in a row: after five of them its other pages are not asked, and not judged. */
export class CircuitBreaker {
  #failures = 0

  /** Whether the host had better be left alone now. */
  count(observation: Observation): boolean {
    this.#failures = isHostFailure(observation) ? this.#failures + 1 : 0
    return this.#failures >= MAX_FAILURES
  }
}

/** Of the host and not of the one page: no answer, or a server in trouble. */
function isHostFailure({ failure, status }: Observation): boolean {
  if (failure !== null) return isSilence(failure) || failure === 'robots_unreachable' || failure === 'dns_empty'
  return status !== null && status >= 500 && status < 600
}
