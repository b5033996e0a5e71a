import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import type { Observation } from './observation.ts'

export const MAX_FAILURES = 5

/**
 * Counts the failures of a host in a row. After five, its other pages are postponed.
 *
 * Must never count a failure of one page, such as a 404: only failures of the host open the circuit.
 */
export class CircuitBreaker {
  #failures = 0

  /** Whether the host should rest now. */
  count(observation: Observation): boolean {
    this.#failures = isHostFailure(observation) ? this.#failures + 1 : 0
    return this.#failures >= MAX_FAILURES
  }
}

/** A failure of the host, not of one page: no response, or a server error. */
function isHostFailure({ failure, status }: Observation): boolean {
  if (failure !== null) return isSilence(failure) || failure === 'robots_unreachable' || failure === 'dns_empty'
  return status !== null && status >= 500 && status < 600
}
