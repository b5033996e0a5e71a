import type { Transaction } from '../../store/database.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import { formatCause } from './cause.ts'
import { joinExamples, dropExamples } from './examples.ts'
import { addReviewInput, UNNAMED_INPUT, type ReviewInput } from '../sql/review-inputs.sql.ts'
import { addReview, countCauseAgain, reopenReview, writeReviewDetail, type RaisedRow } from '../sql/reviews.sql.ts'

export interface RaisedReview {
  readonly kind: string
  /** The cause: the same kind and subject is the same review. */
  readonly subject: string
  /** May contain `examples`: some of the URLs that it concerns. */
  readonly detail: object
  /** How many inputs it concerns this time. */
  readonly count: number
  /** Whether count and detail replace the previous ones instead of adding to them, as for a log that is read again. */
  readonly isWhole?: boolean | undefined
  /** Whether a decided review is reopened if its cause ended and comes back. */
  readonly isEvent?: boolean | undefined
}

/** The result for a cause: it is new, already waits for a person, or is already decided. */
export type RaiseResult = 'new' | 'waiting' | 'decided'

/**
 * Raises one review for each cause, however often it occurs. Decided reviews stay decided, and reviews that were over are open again.
 *
 * @param input the input that has the cause; the review is over when no input has it any more
 */
export async function raiseReviews(
  transaction: Transaction,
  reviews: readonly RaisedReview[],
  now: number,
  input: ReviewInput = UNNAMED_INPUT,
): Promise<RaiseResult[]> {
  const raised: RaiseResult[] = []
  // Always in the same order, so that two writers never deadlock.
  for (const review of reviews.toSorted(compareCauses)) raised.push(await raise(transaction, review, now, input))
  return raised
}

async function raise(
  transaction: Transaction,
  raised: RaisedReview,
  now: number,
  input: ReviewInput,
): Promise<RaiseResult> {
  const detail = joinExamples(raised.detail, {})
  const { kind, count, isWhole = false } = raised
  const row =
    (await addReview(transaction, raised, { detail, count, now })) ??
    (await countCauseAgain(transaction, raised, { count, isWhole, now }))
  if (row === null) return 'decided'
  const wasOver = await addReviewInput(transaction, row.id, input)
  const isAgain = raised.isEvent === true && wasOver && row.state !== 'open'
  if (isAgain) await reopenReview(transaction, { id: row.id, kind, state: row.state })
  const before = JSON.parse(row.detail) as object
  // A decided review keeps the detail that the decision was based on; an open one gets the new detail.
  const isOpen = isAgain || row.state === 'open'
  const known = isOpen ? { ...before, ...dropExamples(detail), ...(isAgain ? readDecision(row) : {}) } : before
  const joined = JSON.stringify(isOpen && isWhole ? { ...known, ...detail } : joinExamples(known, detail))
  if (joined !== row.detail) await writeReviewDetail(transaction, row.id, joined)
  return isOpen ? (wasOver ? 'new' : 'waiting') : 'decided'
}

/** Keeps the previous decision visible in the detail. */
const readDecision = ({ state, decided_at, decided_by, why }: RaisedRow): object => ({
  before: { state, by: decided_by, at: decided_at === null ? null : isoTime(decided_at), why },
})

const compareCauses = (a: RaisedReview, b: RaisedReview): number => (formatCause(a) < formatCause(b) ? -1 : 1)
