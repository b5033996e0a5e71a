import type { Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { isoTime } from '../../text/iso-time.ts'
import { countReviews } from './count-reviews.ts'
import { joinExamples, dropExamples } from './examples.ts'
import { holdReview, formatCause, UNNAMED_INPUT, type ReviewInput } from '../sql/review-inputs.ts'
import type { ReviewState } from './review.ts'

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

interface RaisedRow {
  readonly id: number
  readonly detail: string
  readonly state: ReviewState
  readonly decided_at: number | null
  readonly decided_by: string | null
  readonly why: string | null
}

async function raise(
  transaction: Transaction,
  raised: RaisedReview,
  now: number,
  input: ReviewInput,
): Promise<RaiseResult> {
  const detail = joinExamples(raised.detail, {})
  const row = (await add(transaction, raised, detail, now)) ?? (await addTo(transaction, raised, now))
  if (row === undefined) return 'decided'
  const wasOver = await holdReview(transaction, row.id, input)
  const isAgain = raised.isEvent === true && wasOver && row.state !== 'open'
  if (isAgain) await reopen(transaction, raised.kind, row)
  const before = JSON.parse(row.detail) as object
  // A decided review keeps the detail that the decision was based on; an open one gets the new detail.
  const isOpen = isAgain || row.state === 'open'
  const known = isOpen ? { ...before, ...dropExamples(detail), ...(isAgain ? readDecision(row) : {}) } : before
  const joined = JSON.stringify(
    isOpen && raised.isWhole === true ? { ...known, ...detail } : joinExamples(known, detail),
  )
  if (joined !== row.detail) await transaction.run('update reviews set detail = $2 where id = $1', [row.id, joined])
  return isOpen ? (wasOver ? 'new' : 'waiting') : 'decided'
}

const RAISED = 'id, detail, state, decided_at, decided_by, why'

/** Returns undefined if the cause was raised before. */
async function add(
  transaction: Transaction,
  { kind, subject, count }: RaisedReview,
  detail: object,
  now: number,
): Promise<RaisedRow | undefined> {
  const [row] = await transaction.all<RaisedRow>(
    `insert into reviews (kind, subject, detail, count, state, opened_at, last_seen)
     values ($1, $2, $3, $4, 'open', $5, $5) on conflict (kind, subject) do nothing returning ${RAISED}`,
    [kind, subject, JSON.stringify(detail), count, now],
  )
  if (row !== undefined) countReviews(transaction, kind, { to: 'open' })
  return row
}

/** Counts the cause again; a review that was over is open again. */
async function addTo(
  transaction: Transaction,
  { kind, subject, count, isWhole = false }: RaisedReview,
  now: number,
): Promise<RaisedRow | undefined> {
  const [before] = await transaction.all<{ readonly id: number; readonly state: ReviewState }>(
    `select id, state from reviews where kind = $1 and subject = $2${formatRowLock(transaction.dialect)}`,
    [kind, subject],
  )
  if (before?.state === 'over') countReviews(transaction, kind, { from: 'over', to: 'open' })
  const [row] = await transaction.all<RaisedRow>(
    `update reviews set last_seen = $2, count = $3 + count * $4,
       state = case state when 'over' then 'open' else state end,
       decided_at = case state when 'over' then null else decided_at end
     where id = $1 returning ${RAISED}`,
    [before?.id ?? null, now, count, isWhole ? 0 : 1],
  )
  return row
}

async function reopen(transaction: Transaction, kind: string, { id, state }: RaisedRow): Promise<void> {
  countReviews(transaction, kind, { from: state, to: 'open' })
  await transaction.run(
    `update reviews set state = 'open', decided_at = null, decided_by = null, why = null, decision = null where id = $1`,
    [id],
  )
}

/** Keeps the previous decision visible in the detail. */
const readDecision = ({ state, decided_at, decided_by, why }: RaisedRow): object => ({
  before: { state, by: decided_by, at: decided_at === null ? null : isoTime(decided_at), why },
})

const compareCauses = (a: RaisedReview, b: RaisedReview): number => (formatCause(a) < formatCause(b) ? -1 : 1)
