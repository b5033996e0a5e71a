import type { Database, Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { writeFact } from '../sql/write-fact.ts'
import { isoTime } from '../../text/iso-time.ts'
import type { Consequence, ReviewVerb } from './consequence.ts'
import { countReviews } from './count-reviews.ts'
import { findReview } from '../sql/read-reviews.ts'
import { planDecision, type RefusedDecision } from './plan-decision.ts'
import type { Review, ReviewState } from './review.ts'
import { writePageDecisions } from '../sql/write-page-decisions.ts'

export interface ReviewDecision {
  readonly verb: ReviewVerb
  readonly by: string
  readonly why: string | null
  /** For `edit`: the value that replaces the proposed one. */
  readonly value?: unknown
  /** Milliseconds since 1970. */
  readonly at: number
}

export type DecisionResult =
  | { readonly ok: true; readonly review: Review; readonly consequence: Consequence }
  | RefusedDecision

const STATES: Readonly<Record<ReviewVerb, ReviewState>> = { accept: 'accepted', reject: 'rejected', edit: 'edited' }

/** Decides a review once. If several people decide at the same time, one succeeds and the others get that decision. */
export function decideReview(database: Database, id: number, decision: ReviewDecision): Promise<DecisionResult> {
  return database.transaction(async (transaction) => {
    const plan = await planDecision(transaction, id, decision)
    if (!plan.ok) return plan
    const isFirst = await closeReview(transaction, plan.review, decision, plan.consequence)
    const decided = (await findReview(transaction, id)) ?? plan.review
    if (!isFirst) return { ok: false, code: 'review/decided', review: decided }
    await applyConsequence(transaction, plan.consequence, decision.at)
    return { ok: true, review: decided, consequence: plan.consequence }
  })
}

async function closeReview(
  transaction: Transaction,
  { id, kind }: Review,
  { verb, by, why, at }: ReviewDecision,
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

/** A policy entry stays in the decision until the keys are moved to a policy that has it. */
async function applyConsequence(transaction: Transaction, consequence: Consequence, at: number): Promise<void> {
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
