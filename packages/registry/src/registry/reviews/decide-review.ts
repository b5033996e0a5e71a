import type { Database, Transaction } from '../../store/database.ts'
import { writeFact } from '../sql/facts.sql.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Consequence, ReviewVerb } from './consequence.ts'
import { findReview, closeReview } from '../sql/reviews.sql.ts'
import { planDecision, type RefusedDecision } from './plan-decision.ts'
import type { Review, ReviewState } from './review.ts'
import { writePageDecisions } from '../sql/observations.sql.ts'

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
    const { review, consequence } = plan
    const { verb, by, why, at } = decision
    const isFirst = await closeReview(transaction, review, { state: STATES[verb], by, why, at, consequence })
    const decided = (await findReview(transaction, id)) ?? review
    if (!isFirst) return { ok: false, code: 'review/decided', review: decided }
    await applyConsequence(transaction, consequence, at)
    return { ok: true, review: decided, consequence }
  })
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
