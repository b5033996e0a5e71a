import { z } from 'zod'
import { previewDecisions as preview } from '../reviews/reviews.ts'
import { decision } from './decide-review.ts'
import { defineOperation } from './operation.ts'
import { differences, id } from './schemas.ts'

const count = z.int().min(0)

/** More than a person selects. */
const MAX_DECISIONS = 5000

export const previewDecisions = defineOperation({
  name: 'previewDecisions',
  method: 'POST',
  path: '/api/v1/reviews/decisions/preview',
  summary: 'Show what up to 5,000 decisions would change together, without making them.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    decisions: z.array(z.strictObject({ id, decision: decision.decision, value: decision.value })).max(MAX_DECISIONS),
  }),
  output: z.strictObject({
    reviews: count.describe('Reviews that would be decided'),
    refused: count.describe('Decisions that would be refused'),
    unchanged: count.describe('Reviews, of those that would be decided, whose decision changes nothing'),
    facts: count.describe('Facts about hosts that would be written'),
    verdicts: z
      .strictObject({ accepted: count, refused: count })
      .describe('Pages whose content would be accepted or refused'),
    policy: z
      .strictObject({
        reviews: count.describe('Reviews that become entries of the policy'),
        aliases: count.describe('URLs that would get another key'),
        differences,
      })
      .nullable()
      .describe('What the new policy entries would change together, after a rekey; null if there are none'),
  }),
  examples: [{ decisions: [{ id: 1, decision: 'accept' }] }],
  run: (app, { decisions }, { signal }) =>
    preview(
      app,
      decisions.map(({ id, decision: verb, value }) => ({ id, verb, value })),
      { onProgress: () => signal?.throwIfAborted() },
    ),
})
