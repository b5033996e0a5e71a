/** The words of the queue. */
export { STATES } from '../../frontier/outcome.ts'
export { isReason, REASONS } from '../../frontier/reasons.ts'
