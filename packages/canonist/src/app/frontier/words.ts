/** The words of the queue. */
export { STATES } from '../../frontier/frontier-state.ts'
export { isFrontierReason, FRONTIER_REASONS } from '../../frontier/reasons.ts'
