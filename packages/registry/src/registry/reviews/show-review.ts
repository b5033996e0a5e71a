import type { Policy } from '@canonist/core'
import type { Database } from '../../store/database.ts'
import { deriveConsequence, findEditable, formatQuestion } from './consequence.ts'
import { previewEffect, type DecisionEffect } from './preview-effect.ts'
import { listRejectedExamples } from '../sql/rejected.sql.ts'
import { findReview } from '../sql/reviews.sql.ts'
import { readExamples } from './examples.ts'
import type { Review } from './review.ts'

export interface ShownReview extends Review {
  readonly question: string
  readonly examples: readonly string[]
  /** What each decision would change; null if the review is decided. */
  readonly effects: { readonly accept: DecisionEffect; readonly reject: DecisionEffect } | null
  /** The value that `edit` takes; null if the kind cannot be edited. */
  readonly editable: string | null
}

const EXAMPLES = 10

/** Returns a review with everything that a person needs to decide it; null if the id is unknown. */
export async function showReview(
  database: Database,
  readActivePolicy: () => Promise<Policy>,
  id: number,
): Promise<ShownReview | null> {
  const review = await findReview(database, id)
  if (review === null) return null
  return {
    ...review,
    question: formatQuestion(review),
    examples: await listExamples(database, review),
    effects:
      review.state === 'open' || review.state === 'over'
        ? await previewEffects(database, readActivePolicy, review)
        : null,
    editable: findEditable(review.kind),
  }
}

/** The examples of invalid lines are read from the rejected inputs. */
async function listExamples(database: Database, { kind, subject, detail }: Review): Promise<string[]> {
  const examples = readExamples(detail)
  return kind === 'rejected_input' && examples.length === 0
    ? listRejectedExamples(database, subject, EXAMPLES)
    : examples
}

async function previewEffects(
  database: Database,
  readActivePolicy: () => Promise<Policy>,
  { kind, subject, detail }: Review,
): Promise<{ accept: DecisionEffect; reject: DecisionEffect }> {
  const nothing = { becomes: 'nothing' } as const
  const effect = (verb: 'accept' | 'reject'): Promise<DecisionEffect> =>
    previewEffect(database, readActivePolicy, deriveConsequence(kind, subject, verb, undefined, detail) ?? nothing)
  return { accept: await effect('accept'), reject: await effect('reject') }
}
