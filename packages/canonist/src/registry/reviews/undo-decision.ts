import type { Policy } from '@canonist/core'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { removePersonFact } from '../sql/write-fact.ts'
import { isoTime } from '../../text/iso-time.ts'
import type { Consequence } from './consequence.ts'
import { countReviews } from './count-reviews.ts'
import { writeDecidedFact } from './decide-review.ts'
import { findReview } from './stream-reviews.ts'
import type { Review, ReviewState } from './review.ts'
import { addPolicyEntry } from './reviewed-policy.ts'
import { removePageDecisions } from './write-page-decision.ts'

export interface UndoRequest {
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
}

type PoliciesInUse = (session: Session) => Promise<readonly Policy[]>

/** Its codes are those of `REVIEW_ERRORS`. */
export type RefusedUndo =
  | { readonly ok: false; readonly code: 'review/unknown' }
  | { readonly ok: false; readonly code: 'review/not-decided'; readonly review: Review }
  /** Something was built on the decision since. */
  | { readonly ok: false; readonly code: 'review/not-undoable'; readonly review: Review; readonly reason: string }

export type UndoResult = { readonly ok: true; readonly review: Review } | RefusedUndo

interface DecidedRow {
  readonly kind: string
  readonly state: ReviewState
  readonly detail: string
  readonly decided_at: number
  readonly decided_by: string | null
  readonly why: string | null
  readonly decision: string
}

/**
 * Takes a decision back with what it changed, and asks again. Admissions and rejected inputs stay as they were recorded.
 *
 * @param readPoliciesInUse those that keys are made by, or are being moved to
 */
export function undoDecision(
  database: Database,
  readPoliciesInUse: PoliciesInUse,
  id: number,
  undo: UndoRequest,
): Promise<UndoResult> {
  return database.transaction(async (transaction) => {
    const row = await lockDecided(transaction, id)
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
    await reopen(transaction, id, row, consequence, undo)
    return { ok: true, review: (await findReview(transaction, id)) ?? review }
  })
}

async function lockDecided(transaction: Transaction, id: number): Promise<DecidedRow | null> {
  const [row] = await transaction.all<DecidedRow>(
    `select kind, state, detail, decided_at, decided_by, why, decision from reviews
     where id = $1 and state in ('accepted', 'rejected', 'edited')${formatRowLock(transaction.dialect)}`,
    [id],
  )
  return row ?? null
}

interface Decided {
  readonly id: number
  readonly consequence: Consequence
  readonly decidedAt: number
}

/** Null where it is taken back; else why it cannot be, and then nothing was changed. */
async function revertConsequence(
  transaction: Transaction,
  readPoliciesInUse: PoliciesInUse,
  { id, consequence, decidedAt }: Decided,
): Promise<string | null> {
  if (consequence.becomes === 'nothing') return null
  if (consequence.becomes === 'policy') {
    const policy = (await readPoliciesInUse(transaction)).find((used) => hasEntry(used, consequence))
    return policy === undefined ? null : `the keys are made by the policy ${policy.name}, which has this rule`
  }
  if (consequence.becomes === 'page-decision') {
    const isRemoved = await removePageDecisions(transaction, consequence, decidedAt)
    return isRemoved ? null : 'a page that it is about was checked or decided on since'
  }
  await revertFact(transaction, id, consequence, decidedAt)
  return null
}

const hasEntry = (policy: Policy, consequence: Consequence): boolean =>
  addPolicyEntry(policy, consequence).fingerprint === policy.fingerprint

type DecidedFact = Extract<Consequence, { becomes: 'fact' }>

/** What another review says of the same fact counts again; where that was decided later, it counts already. */
async function revertFact(
  transaction: Transaction,
  id: number,
  consequence: DecidedFact,
  decidedAt: number,
): Promise<void> {
  if (!(await removePersonFact(transaction, consequence, decidedAt))) return
  const rows = await transaction.all<{ readonly decision: string; readonly decided_at: number }>(
    `select decision, decided_at from reviews where id <> $1 and decision like '{"becomes":"fact"%'
     order by decided_at desc, id desc`,
    [id],
  )
  for (const { decision, decided_at } of rows) {
    const other = JSON.parse(decision) as DecidedFact
    if (other.host !== consequence.host || other.fact !== consequence.fact) continue
    return writeDecidedFact(transaction, other, decided_at)
  }
}

/** What was decided stays to be seen. Of a decision that changed nothing it is known whether something still has the cause. */
async function reopen(
  transaction: Transaction,
  id: number,
  { kind, state, detail, decided_at, decided_by, why }: DecidedRow,
  { becomes }: Consequence,
  { by, at }: UndoRequest,
): Promise<void> {
  const held = await transaction.all('select 1 from review_inputs where review_id = $1 limit 1', [id])
  const to = held.length === 0 && becomes === 'nothing' ? 'over' : 'open'
  const before = { state, by: decided_by, at: isoTime(decided_at), why, undoneBy: by, undoneAt: isoTime(at) }
  countReviews(transaction, kind, { from: state, to })
  await transaction.run(
    `update reviews set state = $2, detail = $3, decided_at = $4, decided_by = null, why = null, decision = null where id = $1`,
    [id, to, JSON.stringify({ ...(JSON.parse(detail) as object), before }), to === 'over' ? at : null],
  )
}
