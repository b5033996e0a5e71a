import type { Database, Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { writeFact } from '../sql/write-fact.ts'
import { isoTime } from '../../text/iso-time.ts'
import type { Consequence, Verb } from './consequence.ts'
import { countReviews } from './count-reviews.ts'
import { findReview } from './list-reviews.ts'
import { planDecision, type RefusedDecision } from './plan-decision.ts'
import type { Review, ReviewState } from './review.ts'
import { writePageDecisions } from './write-page-decision.ts'

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
  | RefusedDecision

const STATES: Readonly<Record<Verb, ReviewState>> = { accept: 'accepted', reject: 'rejected', edit: 'edited' }

/** Decides once: of several people at the same time one decides, and the others are told who it was. */
export function decideReview(database: Database, id: number, decision: Decision): Promise<DecideOutcome> {
  return database.transaction(async (transaction) => {
    const plan = await planDecision(transaction, id, decision)
    if (!plan.ok) return plan
    const isFirst = await close(transaction, plan.review, decision, plan.consequence)
    const decided = (await findReview(transaction, id)) ?? plan.review
    if (!isFirst) return { ok: false, code: 'review/decided', review: decided }
    await carryOut(transaction, plan.consequence, decision.at)
    return { ok: true, review: decided, consequence: plan.consequence }
  })
}

async function close(
  transaction: Transaction,
  { id, kind }: Review,
  { verb, by, why, at }: Decision,
  consequence: Consequence,
): Promise<boolean> {
  const [before] = await transaction.all<{ readonly state: ReviewState }>(
    `select state from reviews where id = $1 and state in ('open', 'over')${formatRowLock(transaction.dialect)}`,
    [id],
  )
  if (before === undefined) return false
  countReviews(transaction, kind, { from: before.state, to: STATES[verb] })
  await transaction.run(
    `update reviews set state = $2, decided_by = $3, why = $4, decided_at = $5, decision = $6 where id = $1`,
    [id, STATES[verb], by, why, at, JSON.stringify(consequence)],
  )
  return true
}

/** A policy entry waits in the decision until the keys are moved to the policy that has it. */
async function carryOut(transaction: Transaction, consequence: Consequence, at: number): Promise<void> {
  if (consequence.becomes === 'page-decision') return writePageDecisions(transaction, consequence, at)
  if (consequence.becomes !== 'fact') return
  await writeDecidedFact(transaction, consequence, at)
}

export function writeDecidedFact(
  transaction: Transaction,
  { host, fact, value }: Extract<Consequence, { becomes: 'fact' }>,
  at: number,
): Promise<void> {
  return writeFact(transaction, host, fact, { value, source: 'person', observedAt: isoTime(at), chain: [] })
}
