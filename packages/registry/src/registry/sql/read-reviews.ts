import type { Database, Session } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Consequence } from '../reviews/review-kind.ts'
import type { Review, ReviewState } from '../reviews/review.ts'

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
