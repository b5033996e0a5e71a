import type { Policy } from '@canonist/core'
import { chooseKeyPolicy } from '@canonist/web/internal/admit/found-policy'
import { findActivePolicyName } from './sql/policies.sql.ts'
import { findNewestAdmissionPolicy } from './sql/admissions-read.sql.ts'
import type { Session } from '../store/database.ts'
import type { RegistryContext } from './context.ts'
import { publish, type PublishOptions, type PublishReport } from './publish/publish.ts'
import type { Differences } from './rekey/differences.ts'
import { findDifferences, type DifferenceOptions } from './rekey/find-differences.ts'
import { rekey, type RekeyReport } from './rekey/rekey.ts'
import { undoRekey, type UndoReport } from './rekey/undo-rekey.ts'
import { findUnfinishedRekey, type UnfinishedRekey } from './rekey/find-unfinished-rekey.ts'
import { decideReview, type DecisionResult, type ReviewDecision } from './reviews/decide-review.ts'
import { previewEffect, type DecisionEffect } from './reviews/preview-effect.ts'
import { streamReviews, type ReviewFilter } from './sql/reviews.sql.ts'
import {
  previewDecisions,
  type DecisionsPreview,
  type PreviewOptions,
  type ProposedDecisionOf,
} from './reviews/preview-decisions.ts'
import { planDecision, type ProposedDecision, type RefusedDecision } from './reviews/plan-decision.ts'
import { raiseReviews, type RaiseResult, type RaisedReview } from './reviews/raise-reviews.ts'
import type { Review } from './reviews/review.ts'
import { buildReviewedPolicy } from './reviews/reviewed-policy.ts'
import { undoDecision, type UndoRequest, type UndoResult } from './reviews/undo-decision.ts'
import { showReview, type ShownReview } from './reviews/show-review.ts'

export interface MoveOptions {
  /** Called with the number of pages that are done. */
  readonly onProgress?: ((pages: number) => void) | undefined
}

export type DecisionPreview = { readonly ok: true; readonly effect: DecisionEffect } | RefusedDecision

/** Operations on a registry besides adding and finding: reviews, rekeying, publishing. */
export interface Maintenance {
  /** Raises questions for a person; the same kind and subject is the same review. */
  raiseReviews(reviews: readonly RaisedReview[]): Promise<RaiseResult[]>
  /** Streams the open reviews, or those that match the filter. */
  streamReviews(filter?: ReviewFilter): AsyncIterable<Review>
  /** Returns a review with examples and the effect of each decision; null if the id is unknown. */
  showReview(id: number): Promise<ShownReview | null>
  /** Returns what a decision would change, or why it cannot be made. */
  previewDecision(id: number, decision: ProposedDecision): Promise<DecisionPreview>
  /** Returns what several decisions would change together. */
  previewDecisions(decisions: readonly ProposedDecisionOf[], options?: PreviewOptions): Promise<DecisionsPreview>
  /** Decides a review once. If several people decide at the same time, one succeeds and the others get that decision. */
  decideReview(id: number, decision: Omit<ReviewDecision, 'at'>): Promise<DecisionResult>
  /**
   * Reverts a decision and its effect, and reopens the review. Refused if the decision has been used since: keys were moved to a policy with
   * its rule, or a page was checked.
   */
  undoDecision(id: number, undo: Omit<UndoRequest, 'at'>): Promise<UndoResult>
  /** Finds the whole policy of the newest admission; null if there is none. */
  findAdmissionPolicy(): Promise<Policy | null>
  /** Returns the given policy, or the active one, with all entries from decided reviews. */
  readReviewedPolicy(policy?: Policy): Promise<Policy>

  /** Finds the pages that merge and split between two policies. */
  findDifferences(before: Policy, after: Policy, options?: DifferenceOptions): Promise<Differences>
  /**
   * Moves all pages to the keys of another policy while other processes read. Keys of admissions keep the scheme and the slash that the
   * network proved, whatever the policy says.
   */
  rekey(policy: Policy, options?: MoveOptions): Promise<RekeyReport>
  /** Finds an interrupted rekey to resume; null if there is none. */
  findUnfinishedRekey(): Promise<UnfinishedRekey | null>
  /** Undoes the last rekey, finished or not. */
  undoRekey(run: number, options?: MoveOptions): Promise<UndoReport>

  /** Writes a read-only snapshot to a folder and switches readers to it atomically. */
  publish(folder: string, options?: PublishOptions): Promise<PublishReport>
}

export function createMaintenance({ database, policies, now }: RegistryContext): Maintenance {
  const readActivePolicy = async (): Promise<Policy> => {
    await policies.read(database)
    return policies.active
  }
  const readPoliciesInUse = async (session: Session): Promise<readonly Policy[]> => {
    const stored = await policies.read(session)
    return [policies.active, ...stored.map(({ policy }) => policy)]
  }
  return {
    raiseReviews: (reviews) => database.transaction((transaction) => raiseReviews(transaction, reviews, now())),
    streamReviews: (filter) => streamReviews(database, filter),
    showReview: (id) => showReview(database, readActivePolicy, id),
    previewDecision: async (id, decision) => {
      const plan = await planDecision(database, id, decision)
      return plan.ok ? { ok: true, effect: await previewEffect(database, readActivePolicy, plan.consequence) } : plan
    },
    previewDecisions: (decisions, options) => previewDecisions(database, readActivePolicy, decisions, options),
    decideReview: (id, decision) => decideReview(database, id, { ...decision, at: now() }),
    undoDecision: (id, undo) => undoDecision(database, readPoliciesInUse, id, { ...undo, at: now() }),
    findAdmissionPolicy: () => findNewestAdmissionPolicy(database),
    readReviewedPolicy: async (policy) => buildReviewedPolicy(database, policy ?? (await readActivePolicy())),
    findDifferences: (before, after, options) => findDifferences(database, before, after, options),
    rekey: async (policy, options) => {
      const active = (await findActivePolicyName(database)) ?? ''
      return rekey(database, chooseKeyPolicy(policy, active), { now, ...options })
    },
    findUnfinishedRekey: () => findUnfinishedRekey(database),
    undoRekey: (run, options) => undoRekey(database, run, { now, ...options }),
    publish: (folder, options) => publish(database, folder, options),
  }
}
