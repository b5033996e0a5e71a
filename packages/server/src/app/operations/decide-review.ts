import { z } from 'zod'
import type { Canonist } from '../open-canonist.ts'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { decideReview as decide, REVIEW_ERRORS, type Review, type ReviewVerb } from '../reviews/reviews.ts'
import { REVIEW_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { id, review, reviewNote } from './schemas.ts'

export const decision = {
  decision: z.enum(['accept', 'reject', 'edit']),
  value: z.unknown().optional().describe('For `edit`: the value to use instead of the proposed one'),
  note: reviewNote.optional(),
}

export const decideReview = defineOperation({
  name: 'decideReview',
  method: 'POST',
  path: '/api/v1/reviews/{id}/decision',
  summary: 'Decide a review; a review can be decided once.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ id, ...decision }),
  output: z.strictObject({ review }),
  errors: REVIEW_CODES,
  examples: [{ id: 1, decision: 'reject', note: 'A scanner made them.' }],
  run: async (app, input, { actor }) => ({ review: await decideAs(app, actor, input) }),
})

export interface DecisionInput {
  readonly id: number
  readonly decision: ReviewVerb
  readonly value?: unknown
  readonly note?: string | undefined
}

export async function decideAs(
  app: Canonist,
  by: string,
  { id, decision, value, note }: DecisionInput,
): Promise<Review> {
  const outcome = await decide(app, id, { verb: decision, by, why: note ?? null, value })
  if (outcome.ok) return outcome.review
  const detail = outcome.code === 'review/not-possible' ? outcome.reason : undefined
  throw new CodedError(REVIEW_ERRORS, outcome.code, { thing: `review ${id}`, detail })
}
