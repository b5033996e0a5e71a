import type { Policy } from '@canonist/core'
import { chooseKeyPolicy } from '../admit/found-policy.ts'
import { findNewestAdmissionPolicy } from './admissions/admission-policy.ts'
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
import { streamReviews, type ReviewFilter } from './reviews/stream-reviews.ts'
import { planDecision, type ProposedDecision, type RefusedDecision } from './reviews/plan-decision.ts'
import { raiseReviews, type RaiseResult, type RaisedReview } from './reviews/raise-reviews.ts'
import type { Review } from './reviews/review.ts'
import { buildReviewedPolicy } from './reviews/reviewed-policy.ts'
import { undoDecision, type UndoRequest, type UndoResult } from './reviews/undo-decision.ts'
import { showReview, type ShownReview } from './reviews/show-review.ts'

export interface MoveOptions {
  /** Hears how many pages are done. */
  readonly onProgress?: ((pages: number) => void) | undefined
}

export type DecisionPreview = { readonly ok: true; readonly effect: DecisionEffect } | RefusedDecision

/** What is done with a registry besides filling and asking it. */
export interface Maintenance {
  /** Asks a person; the same kind and subject again is the same item. */
  raiseReviews(reviews: readonly RaisedReview[]): Promise<RaiseResult[]>
  /** What is open, or what a filter says. */
  streamReviews(filter?: ReviewFilter): AsyncIterable<Review>
  /** An item with examples and with what each decision would change; null where there is none of this id. */
  showReview(id: number): Promise<ShownReview | null>
  /** What a decision would change, or why it cannot be made. */
  previewDecision(id: number, decision: ProposedDecision): Promise<DecisionPreview>
  /** Decides once: of several people at the same time one decides, and the others are told who it was. */
  decideReview(id: number, decision: Omit<ReviewDecision, 'at'>): Promise<DecisionResult>
  /**
   * Takes a decision back with what it changed, and asks again. Refused where something was built on it: keys that were moved to
   * a policy with its rule, or a page that was checked since.
   */
  undoDecision(id: number, undo: Omit<UndoRequest, 'at'>): Promise<UndoResult>
  /** The policy that the newest admission was made under, whole; null where there is none. */
  findAdmissionPolicy(): Promise<Policy | null>
  /** A policy, or the one in force, with all entries that were decided on. */
  readReviewedPolicy(policy?: Policy): Promise<Policy>

  /** What merges and what splits between two policies. */
  findDifferences(before: Policy, after: Policy, options?: DifferenceOptions): Promise<Differences>
  /**
   * Moves all pages to keys of another policy while others read. Keys that were made for admissions keep the scheme and the
   * slash that the network gave, whatever the policy says.
   */
  rekey(policy: Policy, options?: MoveOptions): Promise<RekeyReport>
  /** The move of keys that was broken off, to go on with; null where there is none. */
  findUnfinishedRekey(): Promise<UnfinishedRekey | null>
  /** Takes the last rekey back, finished or not. */
  undoRekey(run: number, options?: MoveOptions): Promise<UndoReport>

  /** A read-only snapshot in a folder, put in force from one moment to the next. */
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
    decideReview: (id, decision) => decideReview(database, id, { ...decision, at: now() }),
    undoDecision: (id, undo) => undoDecision(database, readPoliciesInUse, id, { ...undo, at: now() }),
    findAdmissionPolicy: () => findNewestAdmissionPolicy(database),
    readReviewedPolicy: async (policy) => buildReviewedPolicy(database, policy ?? (await readActivePolicy())),
    findDifferences: (before, after, options) => findDifferences(database, before, after, options),
    rekey: async (policy, options) => {
      const [row] = await database.all<{ readonly name: string }>('select name from policies where in_force = 1')
      return rekey(database, chooseKeyPolicy(policy, row?.name ?? ''), { now, ...options })
    },
    findUnfinishedRekey: () => findUnfinishedRekey(database),
    undoRekey: (run, options) => undoRekey(database, run, { now, ...options }),
    publish: (folder, options) => publish(database, folder, options),
  }
}
