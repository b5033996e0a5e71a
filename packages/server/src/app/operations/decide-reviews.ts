import { z } from 'zod'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import { decideAs, decision } from './decide-review.ts'
import { defineOperation } from './operation.ts'
import { id, list, review } from './schemas.ts'

const MAX_DECISIONS = 500

export const decideReviews = defineOperation({
  name: 'decideReviews',
  method: 'POST',
  path: '/api/v1/reviews/decisions',
  summary: 'Decide up to 500 reviews; if one is refused, the others are still decided.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ decisions: z.array(z.strictObject({ id, ...decision })).max(MAX_DECISIONS) }),
  output: z.strictObject({
    items: list(
      z.discriminatedUnion('ok', [
        z.strictObject({ id: z.int(), ok: z.literal(true), review }),
        z.strictObject({ id: z.int(), ok: z.literal(false), code: z.string(), message: z.string() }),
      ]),
    ),
  }),
  examples: [{ decisions: [{ id: 1, decision: 'accept' }] }],
  async run(app, { decisions }, { actor, signal, onProgress }) {
    const items = []
    for (const input of decisions) {
      signal?.throwIfAborted()
      try {
        items.push({ id: input.id, ok: true as const, review: await decideAs(app, actor, input) })
      } catch (error) {
        if (!(error instanceof CodedError)) throw error
        items.push({ id: input.id, ok: false as const, code: error.code, message: error.message })
      }
      onProgress?.(items.length)
    }
    return { items }
  },
})
