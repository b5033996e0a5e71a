import { z } from 'zod'
import { AppError } from '../errors.ts'
import { LEARNED_RULE, showReview, type Review, type ReviewVerb } from '../reviews/reviews.ts'
import type { Canonist } from '../open-canonist.ts'
import { decideAs } from './decide-review.ts'
import { REVIEW_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { id, review, reviewNote } from './schemas.ts'

const common = {
  method: 'POST',
  role: 'admin',
  effect: 'writes',
  input: z.strictObject({ id, note: reviewNote.optional() }),
  output: z.strictObject({ review }),
  errors: [...REVIEW_CODES, 'app/not-found'],
  examples: [{ id: 2, note: 'Seen on the site.' }],
} as const

export const adoptLearned = defineOperation({
  ...common,
  name: 'adoptLearned',
  path: '/api/v1/learned/{id}/adopt',
  summary: 'Add a learned rule to the policy.',
  run: async (app, input, { actor }) => ({ review: await decideRule(app, actor, 'accept', input) }),
})

export const rejectLearned = defineOperation({
  ...common,
  name: 'rejectLearned',
  path: '/api/v1/learned/{id}/reject',
  summary: 'Reject a learned rule.',
  run: async (app, input, { actor }) => ({ review: await decideRule(app, actor, 'reject', input) }),
})

interface RuleInput {
  readonly id: number
  readonly note?: string | undefined
}

/** Learned rules are reviews of one kind; the others are not for these operations. */
async function decideRule(
  app: Canonist,
  actor: string,
  decision: ReviewVerb,
  { id, note }: RuleInput,
): Promise<Review> {
  const shown = await showReview(app, id)
  if (shown?.kind !== LEARNED_RULE) throw new AppError('app/not-found', { thing: `learned rule ${id}` })
  return decideAs(app, actor, { id, decision, note })
}
