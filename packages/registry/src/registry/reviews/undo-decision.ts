import type { Policy } from '@canonist/core'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { removePersonFact } from '../sql/facts.sql.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Consequence } from './consequence.ts'
import { writeDecidedFact } from './decide-review.ts'
import {
  findReview,
  listOtherFactDecisions,
  lockDecidedReview,
  removeDecision,
  type DecidedRow,
} from '../sql/reviews.sql.ts'
import { hasReviewInputs } from '../sql/review-inputs.sql.ts'
import type { Review } from './review.ts'
import { addPolicyEntry } from './reviewed-policy.ts'
import { removePageDecisions } from '../sql/observations.sql.ts'

export interface UndoRequest {
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
}

type PoliciesInUse = (session: Session) => Promise<readonly Policy[]>

/** With a code of `REVIEW_ERRORS`. */
export type RefusedUndo =
  | { readonly ok: false; readonly code: 'review/unknown' }
  | { readonly ok: false; readonly code: 'review/not-decided'; readonly review: Review }
  /** The decision has been used since. */
  | { readonly ok: false; readonly code: 'review/not-undoable'; readonly review: Review; readonly reason: string }

export type UndoResult = { readonly ok: true; readonly review: Review } | RefusedUndo

/**
 * Reverts a decision and its effect, and reopens the review. Recorded admissions and rejected inputs stay.
 *
 * @param readPoliciesInUse the policies that keys are made by or being moved to
 */
export function undoDecision(
  database: Database,
  readPoliciesInUse: PoliciesInUse,
  id: number,
  undo: UndoRequest,
): Promise<UndoResult> {
  return database.transaction(async (transaction) => {
    const row = await lockDecidedReview(transaction, id)
    const review = await findReview(transaction, id)
    if (review === null) return { ok: false, code: 'review/unknown' }
    if (row === null) return { ok: false, code: 'review/not-decided', review }
    const consequence = JSON.parse(row.decision) as Consequence
    const reason = await revertConsequence(transaction, readPoliciesInUse, {
      id,
      consequence,
      decidedAt: row.decided_at,
    })
    if (reason !== null) return { ok: false, code: 'review/not-undoable', review, reason }
    await reopen(transaction, row, consequence, undo)
    return { ok: true, review: (await findReview(transaction, id)) ?? review }
  })
}

interface Decided {
  readonly id: number
  readonly consequence: Consequence
  readonly decidedAt: number
}

/** Returns null if the consequence was reverted; otherwise why it cannot be, and changes nothing. */
async function revertConsequence(
  transaction: Transaction,
  readPoliciesInUse: PoliciesInUse,
  { id, consequence, decidedAt }: Decided,
): Promise<string | null> {
  if (consequence.becomes === 'nothing') return null
  if (consequence.becomes === 'policy') {
    const policy = (await readPoliciesInUse(transaction)).find((used) => hasEntry(used, consequence))
    return policy === undefined ? null : `the keys are made under the policy ${policy.name}, which has this rule`
  }
  if (consequence.becomes === 'page-decision') {
    const isRemoved = await removePageDecisions(transaction, consequence, decidedAt)
    return isRemoved ? null : 'one of its pages was checked or decided on since'
  }
  await revertFact(transaction, id, consequence, decidedAt)
  return null
}

const hasEntry = (policy: Policy, consequence: Consequence): boolean =>
  addPolicyEntry(policy, consequence).fingerprint === policy.fingerprint

type DecidedFact = Extract<Consequence, { becomes: 'fact' }>

/** Removes the fact and restores that of an earlier decision about it. If a later decision replaced the fact, nothing changes. */
async function revertFact(
  transaction: Transaction,
  id: number,
  consequence: DecidedFact,
  decidedAt: number,
): Promise<void> {
  if (!(await removePersonFact(transaction, consequence, decidedAt))) return
  for (const { fact, decidedAt: earlier } of await listOtherFactDecisions(transaction, id)) {
    if (fact.host !== consequence.host || fact.fact !== consequence.fact) continue
    return writeDecidedFact(transaction, fact, earlier)
  }
}

/** Keeps the decision visible in the detail. A review whose decision changed nothing is over if no input has its cause any more. */
async function reopen(
  transaction: Transaction,
  row: DecidedRow,
  { becomes }: Consequence,
  { by, at }: UndoRequest,
): Promise<void> {
  const { state, detail, decided_at, decided_by, why } = row
  const isHeld = await hasReviewInputs(transaction, row.id)
  const before = { state, by: decided_by, at: isoTime(decided_at), why, undoneBy: by, undoneAt: isoTime(at) }
  await removeDecision(transaction, row, {
    to: isHeld || becomes !== 'nothing' ? 'open' : 'over',
    detail: { ...(JSON.parse(detail) as object), before },
    at,
  })
}
