import type { Transaction } from '../../store/database.ts'
import { raiseReviews, type RaisedReview } from '../reviews/raise-reviews.ts'
import { forgetOldRejected, putInvalidLines } from '../sql/rejected.sql.ts'
import type { SeenInvalidLine } from './merge-lines.ts'

/** How long an invalid line is kept after it was last seen. */
export const KEEP_REJECTED_MS = 365 * 24 * 3_600_000

export interface InvalidLinesOptions {
  readonly now: number
  readonly keepMs: number
}

/** Stores invalid lines byte for byte, and raises one review for each error code. */
export async function writeInvalidLines(
  transaction: Transaction,
  invalidLines: readonly SeenInvalidLine[],
  { now, keepMs }: InvalidLinesOptions,
): Promise<void> {
  if (invalidLines.length === 0) return
  await forgetOldRejected(transaction, now - keepMs)
  await putInvalidLines(transaction, invalidLines, now)
  await raiseReviews(transaction, listCauses(invalidLines), now)
}

function listCauses(invalidLines: readonly SeenInvalidLine[]): RaisedReview[] {
  const counts = new Map<string, number>()
  for (const { code, count } of invalidLines) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].map(([code, count]) => ({ kind: 'rejected_input', subject: code, detail: {}, count }))
}
