import { z } from 'zod'
import { ALL_LIST_ERRORS } from './errors.ts'
import { defineOperation } from './operation.ts'
import { part, createPart, review, reviewState, word } from './schemas.ts'

export const listReviews = defineOperation({
  name: 'listReviews',
  method: 'GET',
  path: '/api/v1/reviews',
  summary: 'List what a person must decide, or has decided.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    state: z
      .union([reviewState, z.literal('all')])
      .optional()
      .describe('Default: `open`'),
    kind: word.optional(),
    ...part,
  }),
  output: createPart(review),
  errors: ALL_LIST_ERRORS,
  examples: [{}, { state: 'all', kind: 'rejected_input' }],
  run: async (app, { state, kind, after, limit }) =>
    (await app.registry()).listReviews({ state, kind }, { after, limit }),
})
