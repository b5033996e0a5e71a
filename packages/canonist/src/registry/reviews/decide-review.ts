import type { Database, Transaction } from '../../store/database.ts'
import { writeFact } from '../facts/write-fact.ts'
import { isoTime } from '../page-rows.ts'
import { consequenceOf, editableOf, faultOf, type Consequence, type Verb } from './consequence.ts'
import { findReview } from './list-reviews.ts'
import type { Review, ReviewState } from './review.ts'

export interface Decision {
  readonly verb: Verb
  readonly by: string
  readonly why: string | null
  /** What `edit` puts in place of what was proposed. */
  readonly value?: unknown
  /** Milliseconds since 1970. */
  readonly at: number
}

export type DecideOutcome =
  | { readonly ok: true; readonly review: Review; readonly consequence: Consequence }
  /** Somebody was quicker: who, when and what is in `review`. */
  | { readonly ok: false; readonly code: 'review/decided'; readonly review: Review }
  | { readonly ok: false; readonly code: 'review/not-possible'; readonly review: Review; readonly reason: string }
  | { readonly ok: false; readonly code: 'review/unknown' }

const STATES: Readonly<Record<Verb, ReviewState>> = { accept: 'accepted', reject: 'rejected', edit: 'edited' }

/** Decides once: of several people at the same time one decides, and the others are told who it was. */
export function decideReview(database: Database, id: number, decision: Decision): Promise<DecideOutcome> {
  return database.transaction(async (transaction) => {
    const review = await findReview(transaction, id)
    if (review === null) return { ok: false, code: 'review/unknown' }
    if (review.state !== 'open') return { ok: false, code: 'review/decided', review }
    const consequence = consequenceOf(review.kind, review.subject, decision.verb, decision.value)
    const reason = consequence === null ? notEditable(review.kind) : faultOf(consequence)
    if (consequence === null || reason !== null)
      return { ok: false, code: 'review/not-possible', review, reason: reason ?? '' }
    const isFirst = await close(transaction, id, decision, consequence)
    const decided = (await findReview(transaction, id)) ?? review
    if (!isFirst) return { ok: false, code: 'review/decided', review: decided }
    await carryOut(transaction, consequence, decision.at)
    return { ok: true, review: decided, consequence }
  })
}

function notEditable(kind: string): string {
  const takes = editableOf(kind)
  return takes === null ? `a ${kind} can only be accepted or rejected` : `an edit of a ${kind} takes ${takes}`
}

async function close(
  transaction: Transaction,
  id: number,
  { verb, by, why, at }: Decision,
  consequence: Consequence,
): Promise<boolean> {
  const changed = await transaction.run(
    `update reviews set state = $2, decided_by = $3, why = $4, decided_at = $5, decision = $6
     where id = $1 and state = 'open'`,
    [id, STATES[verb], by, why, at, JSON.stringify(consequence)],
  )
  return changed === 1
}

/** A policy entry waits in the decision until the keys are moved to the policy that has it. */
async function carryOut(transaction: Transaction, consequence: Consequence, at: number): Promise<void> {
  if (consequence.becomes === 'dropped') {
    await transaction.run('delete from rejected where code = $1', [consequence.code])
  }
  if (consequence.becomes === 'fact') {
    const { host, fact, value } = consequence
    await writeFact(transaction, host, fact, { value, source: 'person', observedAt: isoTime(at), chain: [] })
  }
}
