import { z } from 'zod'
import { readReviewCounts } from '@canonist/registry/internal/registry/reviews/count-reviews'
import { defineOperation } from './operation.ts'
import { list, reviewState } from './schemas.ts'

export const countReviews = defineOperation({
  name: 'countReviews',
  method: 'GET',
  path: '/api/v1/reviews/counts',
  summary: 'Count the reviews by state and kind.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    counts: list(z.strictObject({ state: reviewState, kind: z.string(), reviews: z.int().min(0) })),
  }),
  examples: [{}],
  run: async ({ context }) => ({ counts: await readReviewCounts(context.database) }),
})
