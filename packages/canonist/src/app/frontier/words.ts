/** The words of the queue. */
export { STATES } from '../../frontier/frontier-state.ts'
export { FRONTIER_REASONS } from '../../frontier/reasons.ts'
