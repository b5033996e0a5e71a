/** The words of the queue. */
export { STATES } from '../../frontier/frontier-state.ts'
export {
  findReasonClass,
  FRONTIER_REASONS,
  REASON_CLASSES,
  type FrontierReason,
  type ReasonClass,
} from '../../frontier/reasons.ts'
