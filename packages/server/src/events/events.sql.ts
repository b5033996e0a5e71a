import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** `run`: a run has progressed; `counts`: the counts have changed; `review`: a new review is open. */
export type EventType = 'run' | 'counts' | 'review'

export interface StoredEvent {
  readonly id: number
  readonly type: EventType
  readonly data: unknown
}

/** A listener that missed more events than these must reload everything. */
export const KEPT_EVENTS = 10_000
const FORGET_EVERY = 100

/** Adds events with the next numbers. The clock row is locked until the commit, so numbers become visible in order. */
export async function addEvents(
  transaction: Transaction,
  events: readonly { readonly type: EventType; readonly data: unknown }[],
  now: number,
): Promise<void> {
  for (const { type, data } of events) {
    const [clock] = await transaction.all<{ readonly last_event: number }>(
      'update event_clock set last_event = last_event + 1 where id = 1 returning last_event',
    )
    if (clock === undefined) throw new Error('event_clock has no row')
    await transaction.run('insert into events (id, type, data, at) values ($1, $2, $3, $4)', [
      clock.last_event,
      type,
      toSqlJson(data),
      now,
    ])
    if (clock.last_event % FORGET_EVERY === 0)
      await transaction.run('delete from events where id <= $1', [clock.last_event - KEPT_EVENTS])
  }
}

interface EventRow {
  readonly id: number
  readonly type: EventType
  readonly data: string
}

export async function readEventsAfter(session: Session, id: number, limit: number): Promise<StoredEvent[]> {
  const rows = await session.all<EventRow>('select id, type, data from events where id > $1 order by id limit $2', [
    id,
    limit,
  ])
  return rows.map(({ id: number, type, data }) => ({ id: number, type, data: JSON.parse(data) as unknown }))
}

/** The numbers of the oldest stored event and of the newest; `first` is `last + 1` if none is stored. */
export async function readEventRange(session: Session): Promise<{ readonly first: number; readonly last: number }> {
  const [row] = await session.all<{ readonly first: number | null; readonly last: number }>(
    'select (select min(id) from events) as first, last_event as last from event_clock where id = 1',
  )
  const last = row?.last ?? 0
  return { first: row?.first ?? last + 1, last }
}

export interface NewReview {
  readonly id: number
  readonly kind: string
  readonly subject: string
  readonly state: string
}

/** More than can become visible out of order. */
const REMEMBERED_REVIEWS = 500
const REVIEWS_AT_ONCE = 100

/**
 * Adds an event if the counts have changed since the last one, and an event for each new review. Several servers on one database
 * may call this at the same time: the clock row is locked first, so each change gets one event.
 */
export async function addChanges(transaction: Transaction, counts: unknown, now: number): Promise<boolean> {
  const [clock] = await transaction.all<{ readonly last_counts: string; readonly told_reviews: string }>(
    'update event_clock set last_event = last_event where id = 1 returning last_counts, told_reviews',
  )
  if (clock === undefined) return false
  const announced = JSON.parse(clock.told_reviews) as number[]
  const reviews = await readNewReviews(transaction, announced)
  const text = toSqlJson(counts)
  const isCounted = clock.last_counts === text
  if (isCounted && reviews.length === 0) return false
  const changes = [
    ...(isCounted ? [] : [{ type: 'counts' as const, data: counts }]),
    ...reviews.map((data) => ({ type: 'review' as const, data })),
  ]
  await addEvents(transaction, changes, now)
  const all = [...announced, ...reviews.map(({ id }) => id)].toSorted((a, b) => a - b).slice(-REMEMBERED_REVIEWS)
  await transaction.run('update event_clock set last_counts = $1, told_reviews = $2 where id = 1', [
    text,
    toSqlJson(all),
  ])
  return true
}

async function readNewReviews(session: Session, announced: readonly number[]): Promise<NewReview[]> {
  const known = new Set(announced)
  const rows = await session.all<NewReview>(
    'select id, kind, subject, state from reviews where id > $1 order by id limit $2',
    [announced[0] ?? 0, REMEMBERED_REVIEWS + REVIEWS_AT_ONCE],
  )
  return rows.filter(({ id }) => !known.has(id)).slice(0, REVIEWS_AT_ONCE)
}
