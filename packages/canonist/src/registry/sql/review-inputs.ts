import { Buffer } from 'node:buffer'
import type { Transaction } from '../../store/database.ts'
import { hashShort, STORED_BYTES, toHashBytes } from '../stored-hash.ts'
import type { Cause } from '../reviews/cause.ts'
import { countReviews } from '../reviews/count-reviews.ts'

/** Identifies an original or a page that has the cause of a review. A review is open as long as an input has its cause. */
export type ReviewInput = Uint8Array

export const hashInput = (text: string): ReviewInput => toHashBytes(hashShort(text))

/** Used for callers that do not name their input. Such an input is never released. */
export const UNNAMED_INPUT: ReviewInput = Buffer.alloc(STORED_BYTES)

interface HeldRow extends Cause {
  readonly id: number
}

/**
 * Updates the causes of an input: reviews without any input left become `over`, unless they were decided. Returns the causes that the input
 * did not have before.
 */
export async function releaseReviews(
  transaction: Transaction,
  input: ReviewInput,
  causes: readonly Cause[],
  now: number,
): Promise<Cause[]> {
  const held = await transaction.all<HeldRow>(
    `select r.id, r.kind, r.subject from review_inputs i join reviews r on r.id = i.review_id
     where i.input_hash = $1 order by r.id`,
    [input],
  )
  const wanted = new Map(causes.map((cause) => [formatCause(cause), cause]))
  for (const row of held) if (!wanted.delete(formatCause(row))) await release(transaction, row, input, now)
  return [...wanted.values()]
}

export const formatCause = ({ kind, subject }: Cause): string => `${kind} ${subject}`

async function release(
  transaction: Transaction,
  { id, kind }: HeldRow,
  input: ReviewInput,
  now: number,
): Promise<void> {
  // Locks the review: if two transactions release the last two inputs, the second sees that the first is gone.
  await transaction.run('update reviews set last_seen = last_seen where id = $1', [id])
  await transaction.run('delete from review_inputs where review_id = $1 and input_hash = $2', [id, input])
  const over = await transaction.run(
    `update reviews set state = 'over', decided_at = $2 where id = $1 and state = 'open'
       and not exists (select 1 from review_inputs where review_id = $1)`,
    [id, now],
  )
  if (over > 0) countReviews(transaction, kind, { from: 'open', to: 'over' })
}

/** Records that an input has the cause of a review; returns whether it is the first. */
export async function holdReview(transaction: Transaction, id: number, input: ReviewInput): Promise<boolean> {
  const others = await transaction.all('select 1 from review_inputs where review_id = $1 limit 1', [id])
  await transaction.run(
    'insert into review_inputs (review_id, input_hash) values ($1, $2) on conflict (review_id, input_hash) do nothing',
    [id, input],
  )
  return others.length === 0
}
