/** The words of the queue. */
export { STATES } from '@canonist/crawl/internal/frontier/frontier-state'
export {
  findReasonClass,
  FRONTIER_REASONS,
  REASON_CLASSES,
  type FrontierReason,
  type ReasonClass,
} from '@canonist/crawl/internal/frontier/reasons'
