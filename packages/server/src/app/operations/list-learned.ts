import { z } from 'zod'
import { LEARNED_RULE } from '../reviews/reviews.ts'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { part, createPart, review, reviewState } from './schemas.ts'

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
