import type { ExportedReview } from '../exported.ts'
import { isoTime } from '../../text/iso-time.ts'

/** `over`: undecided, but no input has the cause any more. It is open again when one does. */
export const REVIEW_STATES = ['open', 'accepted', 'rejected', 'edited', 'over'] as const

export type ReviewState = (typeof REVIEW_STATES)[number]

/** A question for a person: one for each cause, however many URLs it concerns. */
export interface Review extends ExportedReview {
  readonly state: ReviewState
}

export interface ReviewRow {
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

export const REVIEW_COLUMNS =
  'id, kind, subject, detail, count, state, opened_at, last_seen, decided_at, decided_by, why, decision'

export function toReview({ id, kind, subject, detail, count, state, why, ...row }: ReviewRow): Review {
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
