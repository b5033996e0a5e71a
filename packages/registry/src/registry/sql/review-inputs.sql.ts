import { Buffer } from 'node:buffer'
import type { Session, Transaction } from '../../store/database.ts'
import type { Cause } from '../reviews/cause.ts'
import { hashShort, STORED_BYTES, toHashBytes } from '../stored-hash.ts'

/** The only writer of `review_inputs`: which inputs have the cause of a review. */

/** Identifies an original or a page that has the cause of a review. A review is open as long as an input has its cause. */
export type ReviewInput = Uint8Array

export const hashInput = (text: string): ReviewInput => toHashBytes(hashShort(text))

/** Used for callers that do not name their input. Such an input is never released. */
export const UNNAMED_INPUT: ReviewInput = Buffer.alloc(STORED_BYTES)

/** Lists the reviews whose cause an input has. */
export function listReviewsOfInput(session: Session, input: ReviewInput): Promise<(Cause & { readonly id: number })[]> {
  return session.all<Cause & { readonly id: number }>(
    `select r.id, r.kind, r.subject from review_inputs i join reviews r on r.id = i.review_id
     where i.input_hash = $1 order by r.id`,
    [input],
  )
}

export async function hasReviewInputs(session: Session, id: number): Promise<boolean> {
  return (await session.all('select 1 from review_inputs where review_id = $1 limit 1', [id])).length > 0
}

/** Records that an input has the cause of a review; returns whether it is the first. */
export async function addReviewInput(transaction: Transaction, id: number, input: ReviewInput): Promise<boolean> {
  const isFirst = !(await hasReviewInputs(transaction, id))
  await transaction.run(
    'insert into review_inputs (review_id, input_hash) values ($1, $2) on conflict (review_id, input_hash) do nothing',
    [id, input],
  )
  return isFirst
}

export async function deleteReviewInput(transaction: Transaction, id: number, input: ReviewInput): Promise<void> {
  await transaction.run('delete from review_inputs where review_id = $1 and input_hash = $2', [id, input])
}
