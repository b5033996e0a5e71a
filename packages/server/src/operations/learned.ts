import { z } from 'zod'
import type { ReviewVerb } from '@canonist/registry/internal/registry/reviews/consequence'
import { LEARNED_RULE } from '@canonist/registry/internal/registry/reviews/learned-rule-kind'
import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import { AppError } from '../canonist/errors.ts'
import type { Canonist } from '../canonist/open-canonist.ts'
import { ALL_LIST_ERRORS, REVIEW_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { review, reviewState, reviewNote, decideAs } from './reviews.ts'
import { part, createPart, id } from './schemas.ts'

export const listLearned = defineOperation({
  name: 'listLearned',
  method: 'GET',
  path: '/api/v1/learned',
  summary: 'List learned rules with their evidence, decided or not.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ state: z.union([reviewState, z.literal('all')]).optional(), ...part }),
  output: createPart(review),
  errors: ALL_LIST_ERRORS,
  examples: [{}],
  run: async (app, { state, after, limit }) =>
    (await app.registry()).listReviews({ state, kind: LEARNED_RULE }, { after, limit }),
})

const decisionOfRule = {
  method: 'POST',
  role: 'admin',
  effect: 'writes',
  input: z.strictObject({ id, note: reviewNote.optional() }),
  output: z.strictObject({ review }),
  errors: [...REVIEW_CODES, 'app/not-found'],
  examples: [{ id: 2, note: 'Seen on the site.' }],
} as const

export const adoptLearned = defineOperation({
  ...decisionOfRule,
  name: 'adoptLearned',
  path: '/api/v1/learned/{id}/adopt',
  summary: 'Add a learned rule to the policy.',
  run: async (app, input, { actor }) => ({ review: await decideRule(app, actor, 'accept', input) }),
})

export const rejectLearned = defineOperation({
  ...decisionOfRule,
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
  const shown = await (await app.registry()).showReview(id)
  if (shown?.kind !== LEARNED_RULE) throw new AppError('app/not-found', { thing: `learned rule ${id}` })
  return decideAs(app, actor, { id, decision, note })
}
