import { z } from 'zod'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { REVIEW_ERRORS, undoDecision as undo } from '../reviews/reviews.ts'
import { REVIEW_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { id, review } from './schemas.ts'

export const undoDecision = defineOperation({
  name: 'undoDecision',
  method: 'POST',
  path: '/api/v1/reviews/{id}/undo',
  summary: 'Undo the decision of a review and its effects, unless other data depends on it.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ id }),
  output: z.strictObject({ review }),
  errors: REVIEW_CODES,
  examples: [{ id: 1 }],
  async run(app, { id }, { actor }) {
    const outcome = await undo(app, id, { by: actor })
    if (outcome.ok) return { review: outcome.review }
    const detail = outcome.code === 'review/not-undoable' ? outcome.reason : undefined
    throw new CodedError(REVIEW_ERRORS, outcome.code, { thing: `review ${id}`, detail })
  },
})
