import type { Run } from '@canonist/client'

/** Before this much is done, an estimate would be a guess. */
const MIN_SHARE = 0.02

/** How long a run still takes at its pace so far, in milliseconds; null where nothing can be said. */
export function estimateLeft(
  { progress: { done, total }, startedAt }: Pick<Run, 'progress' | 'startedAt'>,
  now: number,
): number | null {
  if (total === null || startedAt === null || total === 0) return null
  const share = done / total
  const spent = now - Date.parse(startedAt)
  return share < MIN_SHARE || share >= 1 || spent <= 0 ? null : (spent * (1 - share)) / share
}
