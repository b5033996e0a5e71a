import { z } from 'zod'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { REVIEW_ERRORS, showReview } from '../reviews/reviews.ts'
import { defineOperation } from './operation.ts'
import { effect, id, list, review } from './schemas.ts'

export const getReview = defineOperation({
  name: 'getReview',
  method: 'GET',
  path: '/api/v1/reviews/{id}',
  summary: 'Get a review with its examples and the effect of each decision.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({ id }),
  output: review.extend({
    question: z.string(),
    examples: list(z.string()),
    effects: z.strictObject({ accept: effect, reject: effect }).nullable(),
    editable: z.string().nullable().describe('The value that `edit` accepts; null if the review cannot be edited'),
  }),
  errors: ['review/unknown'],
  examples: [{ id: 1 }],
  async run(app, { id }) {
    const shown = await showReview(app, id)
    if (shown === null) throw new CodedError(REVIEW_ERRORS, 'review/unknown', { thing: `review ${id}` })
    return shown
  },
})
