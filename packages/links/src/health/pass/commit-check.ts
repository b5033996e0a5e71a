import { formatCause, type Cause } from '@canonist/registry/internal/registry/reviews/cause'
import { raiseReviews } from '@canonist/registry/internal/registry/reviews/raise-reviews'
import { releaseReviews } from '@canonist/registry/internal/registry/reviews/release-reviews'
import { writePageDecision } from '@canonist/registry/internal/registry/sql/observations.sql'
import type { Transaction } from '@canonist/registry/internal/store/database'
import type { Observation } from '../observation.ts'
import { computeInterval, findPriority } from '../priority.ts'
import { toReviewInput, listReviewsFor } from '../review-causes.ts'
import { extendClaim } from '../sql/hosts.sql.ts'
import { findReviewDecision } from '../sql/registry.sql.ts'
import { writeJudgement } from '../sql/verdicts.sql.ts'
import { readHistory } from '../sql/observations.sql.ts'
import type { WatchedPage } from '../sql/pages.sql.ts'
import { judge, suspicionAfter, worthKeeping, type Judgement } from '../verdict.ts'
import { KEPT_OBSERVATIONS } from '../kept-observations.ts'
import type { PageCheck } from './check-page.ts'
import type { Pass } from './pass.ts'

/** Stores an observation and the new verdict. Null if the claim on the host was lost: then another process checks the page. */
export async function commitCheck(
  pass: Pass,
  hostId: number,
  page: WatchedPage,
  look: PageCheck,
): Promise<Judgement | null> {
  return pass.database.transaction(async (transaction) => {
    if (!(await extendClaim(transaction, hostId, pass.claimant, pass.now()))) return null
    // Read again: a person may have decided during the check.
    const history = await readHistory(transaction, page.id)
    const observation = {
      ...look.observation,
      at: findFreeTime(look.observation.at, history),
      suspicion: suspicionAfter(history),
    }
    const all = [...history, observation]
    const judgement = judge(all)
    if (judgement === null) return null
    const kept = new Set(worthKeeping(all, KEPT_OBSERVATIONS))
    const forgotten = history.filter((past) => !kept.has(past)).map(({ at }) => at)
    const since = page.verdict === judgement.verdict ? (page.since ?? observation.at) : observation.at
    const priority = page.priority ?? findPriority(pass.policy, page.url)
    const dueAt = observation.at + computeInterval(judgement, observation, priority, since)
    await writeJudgement(transaction, { pageId: page.id, observation, forgotten, judgement, since, dueAt })
    await updateReviews(transaction, page, judgement, all)
    return judgement
  })
}

/** A decision may have been stored in the same millisecond. */
function findFreeTime(at: number, history: readonly Observation[]): number {
  return history.some((past) => past.at === at) ? findFreeTime(at + 1, history) : at
}

/** Raises each review once, and closes reviews whose cause is over. */
async function updateReviews(
  transaction: Transaction,
  page: WatchedPage,
  judgement: Judgement,
  history: readonly Observation[],
): Promise<void> {
  const reviews = listReviewsFor(page, judgement, history)
  const now = history.at(-1)?.at ?? 0
  const newCauses = new Set((await releaseReviews(transaction, toReviewInput(page), reviews, now)).map(formatCause))
  const raised = reviews.filter((review) => newCauses.has(formatCause(review)))
  const answers = await raiseReviews(transaction, raised, now, toReviewInput(page))
  if (answers.includes('decided')) await applyDecisions(transaction, page, raised, now)
}

/** Applies an earlier decision about a host to a page that is checked later. */
async function applyDecisions(
  transaction: Transaction,
  page: WatchedPage,
  reviews: readonly Cause[],
  now: number,
): Promise<void> {
  for (const review of reviews) {
    const decision = await findReviewDecision(transaction, review)
    if (decision?.becomes === 'page-decision') await writePageDecision(transaction, page.id, decision.pageDecision, now)
  }
}
