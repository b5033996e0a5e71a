import type { Database, Session, Transaction } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Consequence } from '../reviews/review-kind.ts'
import type { Review, ReviewState } from '../reviews/review.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import type { Cause } from '../reviews/cause.ts'
import { countReviews } from '../reviews/count-reviews.ts'

/**
 * Reads and writes `reviews`, and is its only writer. Each function that writes makes one change within the caller's transaction, and keeps
 * the stored counts right.
 */

interface ReviewRow {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly detail: string
  readonly count: number
  readonly state: string
  readonly opened_at: number
  readonly last_seen: number
  readonly decided_at: number | null
  readonly decided_by: string | null
  readonly why: string | null
  readonly decision: string | null
}

/** The columns that `toReview` reads. */
const REVIEW_COLUMNS =
  'id, kind, subject, detail, count, state, opened_at, last_seen, decided_at, decided_by, why, decision'

function toReview({ id, kind, subject, detail, count, state, why, ...row }: ReviewRow): Review {
  return {
    id,
    kind,
    subject,
    detail: JSON.parse(detail) as unknown,
    count,
    state: state as ReviewState,
    openedAt: isoTime(row.opened_at),
    lastSeen: isoTime(row.last_seen),
    decidedAt: row.decided_at === null ? null : isoTime(row.decided_at),
    decidedBy: row.decided_by,
    why,
    decision: row.decision === null ? null : (JSON.parse(row.decision) as unknown),
  }
}

export interface ReviewFilter {
  /** Default `open`. */
  readonly state?: ReviewState | 'all' | undefined
  readonly kind?: string | undefined
}

/** Streams reviews, oldest first. */
export async function* streamReviews(
  database: Database,
  { state = 'open', kind = '' }: ReviewFilter = {},
): AsyncGenerator<Review> {
  const rows = database.stream<ReviewRow>(
    `select ${REVIEW_COLUMNS} from reviews where (state = $1 or $1 = 'all') and (kind = $2 or $2 = '') order by id`,
    [state, kind],
  )
  for await (const row of rows) yield toReview(row)
}

export async function findReview(session: Session, id: number): Promise<Review | null> {
  const [row] = await session.all<ReviewRow>(`select ${REVIEW_COLUMNS} from reviews where id = $1`, [id])
  return row === undefined ? null : toReview(row)
}

/** Reads reviews by id, in any order. */
export async function readReviews(session: Session, ids: readonly number[]): Promise<Review[]> {
  const rows = await session.all<ReviewRow>(
    `select ${REVIEW_COLUMNS} from reviews where id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  return rows.map(toReview)
}

interface CitationRow {
  readonly state: string
  readonly decided_by: string
  readonly decided_at: number
  readonly why: string | null
}

/**
 * Finds the newest decision about citing a home page or section page: it may have been the one before it was the other. Null if it is
 * undecided.
 */
export async function findCitationDecision(session: Session, subject: string): Promise<CitationRow | null> {
  const [row] = await session.all<CitationRow>(
    `select state, decided_by, decided_at, why from reviews
     where kind in ('homepage_link', 'section_link') and subject = $1 and state in ('accepted', 'rejected', 'edited')
     order by decided_at desc, id desc limit 1`,
    [subject],
  )
  return row ?? null
}

/** Lists the decisions that became policy entries, oldest first. */
export async function listPolicyDecisions(session: Session): Promise<Consequence[]> {
  const rows = await session.all<{ readonly decision: string }>(
    `select decision from reviews where decision like '{"becomes":"policy"%' order by decided_at, id`,
  )
  return rows.map(({ decision }) => JSON.parse(decision) as Consequence)
}

/** A decision that became a fact. */
export interface DecidedFact {
  readonly fact: Extract<Consequence, { becomes: 'fact' }>
  readonly decidedAt: number
}

/** Lists the decisions that became facts, newest first, without that of one review. */
export async function listOtherFactDecisions(session: Session, reviewId: number): Promise<DecidedFact[]> {
  const rows = await session.all<{ readonly decision: string; readonly decided_at: number }>(
    `select decision, decided_at from reviews where id <> $1 and decision like '{"becomes":"fact"%'
     order by decided_at desc, id desc`,
    [reviewId],
  )
  return rows.map(({ decision, decided_at }) => ({
    fact: JSON.parse(decision) as DecidedFact['fact'],
    decidedAt: decided_at,
  }))
}

/** The open reviews of one kind that were raised since some time. */
export interface NewReviews {
  readonly kind: string
  readonly reviews: number
  /** The subject of the newest one, and when it was raised. */
  readonly subject: string
  readonly at: number
}

/** No one reads more than this at once; the count of a kind ends here. */
const MAX_NEW = 1000

/** Counts the open reviews that were raised after a time, by kind. */
export function countNewReviews(session: Session, since: number): Promise<NewReviews[]> {
  return session.all<NewReviews>(
    `select n.kind, n.reviews, r.subject, r.opened_at as at from (
       select kind, count(*) as reviews, max(id) as id from (
         select id, kind, opened_at from reviews where state = 'open' order by id desc limit ${MAX_NEW}
       ) newest where opened_at > $1 group by kind
     ) n join reviews r on r.id = n.id order by r.opened_at desc, n.kind`,
    [since],
  )
}

/** A review whose cause was just raised. */
export interface RaisedRow {
  readonly id: number
  /** JSON. */
  readonly detail: string
  readonly state: ReviewState
  readonly decided_at: number | null
  readonly decided_by: string | null
  readonly why: string | null
}

const RAISED = 'id, detail, state, decided_at, decided_by, why'

/** Adds an open review; null if its cause was raised before. */
export async function addReview(
  transaction: Transaction,
  { kind, subject }: Cause,
  { detail, count, now }: { readonly detail: object; readonly count: number; readonly now: number },
): Promise<RaisedRow | null> {
  const [row] = await transaction.all<RaisedRow>(
    `insert into reviews (kind, subject, detail, count, state, opened_at, last_seen)
     values ($1, $2, $3, $4, 'open', $5, $5) on conflict (kind, subject) do nothing returning ${RAISED}`,
    [kind, subject, JSON.stringify(detail), count, now],
  )
  if (row === undefined) return null
  countReviews(transaction, kind, { to: 'open' })
  return row
}

/** Counts a cause again; a review that was over is open again. Null if there is no such review. */
export async function countCauseAgain(
  transaction: Transaction,
  { kind, subject }: Cause,
  { count, isWhole, now }: { readonly count: number; readonly isWhole: boolean; readonly now: number },
): Promise<RaisedRow | null> {
  const [before] = await transaction.all<{ readonly id: number; readonly state: ReviewState }>(
    `select id, state from reviews where kind = $1 and subject = $2${formatRowLock(transaction.dialect)}`,
    [kind, subject],
  )
  if (before === undefined) return null
  if (before.state === 'over') countReviews(transaction, kind, { from: 'over', to: 'open' })
  const [row] = await transaction.all<RaisedRow>(
    `update reviews set last_seen = $2, count = $3 + count * $4,
       state = case state when 'over' then 'open' else state end,
       decided_at = case state when 'over' then null else decided_at end
     where id = $1 returning ${RAISED}`,
    [before.id, now, count, isWhole ? 0 : 1],
  )
  return row ?? null
}

/** Opens a decided review, without its decision. */
export async function reopenReview(
  transaction: Transaction,
  { id, kind, state }: { readonly id: number; readonly kind: string; readonly state: ReviewState },
): Promise<void> {
  countReviews(transaction, kind, { from: state, to: 'open' })
  await transaction.run(
    `update reviews set state = 'open', decided_at = null, decided_by = null, why = null, decision = null where id = $1`,
    [id],
  )
}

/** @param detail JSON */
export async function writeReviewDetail(transaction: Transaction, id: number, detail: string): Promise<void> {
  await transaction.run('update reviews set detail = $2 where id = $1', [id, detail])
}

/** A decision about a review. */
export interface ClosedReview {
  readonly state: ReviewState
  readonly by: string
  readonly why: string | null
  readonly at: number
  readonly consequence: Consequence
}

/** Stores the decision about a review; returns false if it is already decided. */
export async function closeReview(
  transaction: Transaction,
  { id, kind }: { readonly id: number; readonly kind: string },
  { state, by, why, at, consequence }: ClosedReview,
): Promise<boolean> {
  const [before] = await transaction.all<{ readonly state: ReviewState }>(
    `select state from reviews where id = $1 and state in ('open', 'over')${formatRowLock(transaction.dialect)}`,
    [id],
  )
  if (before === undefined) return false
  countReviews(transaction, kind, { from: before.state, to: state })
  await transaction.run(
    `update reviews set state = $2, decided_by = $3, why = $4, decided_at = $5, decision = $6 where id = $1`,
    [id, state, by, why, at, JSON.stringify(consequence)],
  )
  return true
}

export interface DecidedRow {
  readonly id: number
  readonly kind: string
  readonly state: ReviewState
  /** JSON. */
  readonly detail: string
  readonly decided_at: number
  readonly decided_by: string | null
  readonly why: string | null
  /** JSON. */
  readonly decision: string
}

/** Locks a decided review until the transaction ends and returns it; null if it is not decided. */
export async function lockDecidedReview(transaction: Transaction, id: number): Promise<DecidedRow | null> {
  const [row] = await transaction.all<DecidedRow>(
    `select id, kind, state, detail, decided_at, decided_by, why, decision from reviews
     where id = $1 and state in ('accepted', 'rejected', 'edited')${formatRowLock(transaction.dialect)}`,
    [id],
  )
  return row ?? null
}

/** Takes the decision from a review. */
export async function removeDecision(
  transaction: Transaction,
  { id, kind, state }: DecidedRow,
  { to, detail, at }: { readonly to: 'open' | 'over'; readonly detail: object; readonly at: number },
): Promise<void> {
  countReviews(transaction, kind, { from: state, to })
  await transaction.run(
    `update reviews set state = $2, detail = $3, decided_at = $4, decided_by = null, why = null, decision = null where id = $1`,
    [id, to, JSON.stringify(detail), to === 'over' ? at : null],
  )
}

/** Keeps other transactions from changing a review until this one ends. */
export async function lockReview(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('update reviews set last_seen = last_seen where id = $1', [id])
}

/** Ends an open review that has no inputs left. */
export async function endReview(
  transaction: Transaction,
  { id, kind }: { readonly id: number; readonly kind: string },
  now: number,
): Promise<void> {
  const ended = await transaction.run(
    `update reviews set state = 'over', decided_at = $2 where id = $1 and state = 'open'
       and not exists (select 1 from review_inputs where review_id = $1)`,
    [id, now],
  )
  if (ended > 0) countReviews(transaction, kind, { from: 'open', to: 'over' })
}
