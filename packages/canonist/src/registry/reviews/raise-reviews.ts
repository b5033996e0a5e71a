import type { Transaction } from '../../store/database.ts'
import { joinExamples, withoutExamples } from './examples.ts'

export interface RaisedReview {
  readonly kind: string
  /** The cause: everything with the same kind and subject is one item. */
  readonly subject: string
  /** May hold `examples`: some of the URLs that it concerns. */
  readonly detail: object
  /** How many inputs it concerns this time. */
  readonly count: number
}

/** Asks a person about each cause once, however often it comes again; what is decided stays decided. */
export async function raiseReviews(
  transaction: Transaction,
  reviews: readonly RaisedReview[],
  now: number,
): Promise<void> {
  // Always in the same order, so that two writers never wait for each other.
  for (const review of reviews.toSorted(byCause)) await raise(transaction, review, now)
}

async function raise(transaction: Transaction, { kind, subject, ...raised }: RaisedReview, now: number): Promise<void> {
  const detail = joinExamples(raised.detail, {})
  const [row] = await transaction.all<{ readonly id: number; readonly detail: string; readonly state: string }>(
    `insert into reviews (kind, subject, detail, count, state, opened_at, last_seen)
     values ($1, $2, $3, $4, 'open', $5, $5)
     on conflict (kind, subject) do update set count = reviews.count + excluded.count, last_seen = excluded.last_seen
     returning id, detail, state`,
    [kind, subject, JSON.stringify(detail), raised.count, now],
  )
  if (row === undefined) return
  const before = JSON.parse(row.detail) as object
  // What was decided was decided on what was known then; an open item tells what is known now.
  const known = row.state === 'open' ? { ...before, ...withoutExamples(detail) } : before
  const joined = JSON.stringify(joinExamples(known, detail))
  if (joined !== row.detail) await transaction.run('update reviews set detail = $2 where id = $1', [row.id, joined])
}

function byCause(a: RaisedReview, b: RaisedReview): number {
  return `${a.kind} ${a.subject}` < `${b.kind} ${b.subject}` ? -1 : 1
}
