import { z } from 'zod'
import { CodedError } from '@canonist/core/internal/text/coded-error'
import type { ReviewVerb } from '@canonist/registry/internal/registry/reviews/consequence'
import { readReviewCounts } from '@canonist/registry/internal/registry/reviews/count-reviews'
import { REVIEW_ERRORS } from '@canonist/registry/internal/registry/reviews/errors'
import type { Review } from '@canonist/registry/internal/registry/reviews/review'
import type { Canonist } from '../canonist/open-canonist.ts'
import { ALL_LIST_ERRORS, REVIEW_CODES } from './errors.ts'
import { defineOperation } from './operation.ts'
import { differences } from './policies.ts'
import { part, createPart, word, list, id, createText, count, time } from './schemas.ts'

export const reviewState = z.enum(['open', 'accepted', 'rejected', 'edited', 'over'])
/** Lists of reviews return it, so that it must not be as long as a body may be. */
export const reviewNote = createText(0, 10_000)
export const review = z.strictObject({
  id: z.int(),
  kind: z.string(),
  subject: z.string(),
  detail: z.unknown(),
  count,
  state: reviewState,
  openedAt: time,
  lastSeen: time,
  decidedAt: time.nullable(),
  decidedBy: z.string().nullable(),
  why: z.string().nullable(),
  decision: z.unknown(),
})

/** What a decision would change. */
export const effect = z.discriminatedUnion('changes', [
  z.strictObject({ changes: z.literal('nothing') }),
  z.strictObject({
    changes: z.literal('fact'),
    host: z.string(),
    fact: z.string(),
    value: z.string(),
    before: z.string().nullable(),
  }),
  z.strictObject({ changes: z.literal('verdict'), pageDecision: z.enum(['accepted', 'refused']), pages: count }),
  z.strictObject({ changes: z.literal('policy'), sites: z.record(z.string(), z.unknown()), differences }),
])

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

export const countReviews = defineOperation({
  name: 'countReviews',
  method: 'GET',
  path: '/api/v1/reviews/counts',
  summary: 'Count the reviews by state and kind.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.strictObject({
    counts: list(z.strictObject({ state: reviewState, kind: z.string(), reviews: count })),
  }),
  examples: [{}],
  run: async ({ context }) => ({ counts: await readReviewCounts(context.database) }),
})

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
    const shown = await (await app.registry()).showReview(id)
    if (shown === null) throw new CodedError(REVIEW_ERRORS, 'review/unknown', { thing: `review ${id}` })
    return shown
  },
})

const decision = {
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

interface DecisionInput {
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
  const outcome = await (await app.registry()).decideReview(id, { verb: decision, by, why: note ?? null, value })
  if (outcome.ok) return outcome.review
  const detail = outcome.code === 'review/not-possible' ? outcome.reason : undefined
  throw new CodedError(REVIEW_ERRORS, outcome.code, { thing: `review ${id}`, detail })
}

/** More than a person selects. */
const MAX_PREVIEWED = 5000

export const previewDecisions = defineOperation({
  name: 'previewDecisions',
  method: 'POST',
  path: '/api/v1/reviews/decisions/preview',
  summary: 'Show what up to 5,000 decisions would change together, without making them.',
  role: 'read',
  effect: 'reads',
  input: z.strictObject({
    decisions: z.array(z.strictObject({ id, decision: decision.decision, value: decision.value })).max(MAX_PREVIEWED),
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
  run: async (app, { decisions }, { signal }) =>
    (await app.registry()).previewDecisions(
      decisions.map(({ id, decision: verb, value }) => ({ id, verb, value })),
      { onProgress: () => signal?.throwIfAborted() },
    ),
})

const MAX_DECIDED = 500

export const decideReviews = defineOperation({
  name: 'decideReviews',
  method: 'POST',
  path: '/api/v1/reviews/decisions',
  summary: 'Decide up to 500 reviews; if one is refused, the others are still decided.',
  role: 'write',
  effect: 'writes',
  input: z.strictObject({ decisions: z.array(z.strictObject({ id, ...decision })).max(MAX_DECIDED) }),
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
    const outcome = await (await app.registry()).undoDecision(id, { by: actor })
    if (outcome.ok) return { review: outcome.review }
    const detail = outcome.code === 'review/not-undoable' ? outcome.reason : undefined
    throw new CodedError(REVIEW_ERRORS, outcome.code, { thing: `review ${id}`, detail })
  },
})
