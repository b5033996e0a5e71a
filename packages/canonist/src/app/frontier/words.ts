/** The words of the queue. */
export { STATES } from '../../frontier/outcome.ts'
export { isFrontierReason, FRONTIER_REASONS } from '../../frontier/reasons.ts'
