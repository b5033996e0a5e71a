import type { Cause } from '../../registry/reviews/cause.ts'
import type { Consequence } from '../../registry/reviews/consequence.ts'
import { raiseReviews } from '../../registry/reviews/raise-reviews.ts'
import { releaseReviews, formatCause } from '../../registry/sql/review-inputs.ts'
import { writePageDecision } from '../../registry/reviews/write-page-decision.ts'
import type { Transaction } from '../../store/database.ts'
import type { Observation } from '../observation.ts'
import { intervalAfter, findPriority } from '../priority.ts'
import { pageInput, listReviewsFor } from '../review-causes.ts'
import { holdsClaim } from '../sql/claim-host.ts'
import { writeJudgement } from '../sql/write-judgement.ts'
import { readHistory, type WatchedPage } from '../sql/next-page.ts'
import { judge, suspicionAfter, worthKeeping, type Judgement } from '../verdict.ts'
import type { Look } from './look-at-page.ts'
import type { Pass } from './pass.ts'

/** How many of the newest observations are kept beside those that the judgement follows from. */
const NEWEST = 30

/** Writes down what was seen and what follows from it. Null where the host is no longer ours: then it is another's to say. */
export async function commitLook(pass: Pass, hostId: number, page: WatchedPage, look: Look): Promise<Judgement | null> {
  return pass.database.transaction(async (transaction) => {
    if (!(await holdsClaim(transaction, hostId, pass.claimant, pass.now()))) return null
    // Read again: a person may have decided while the page was looked at.
    const history = await readHistory(transaction, page.id)
    const observation = {
      ...look.observation,
      at: freeTime(look.observation.at, history),
      suspicion: suspicionAfter(history),
    }
    const all = [...history, observation]
    const judgement = judge(all)
    if (judgement === null) return null
    const kept = new Set(worthKeeping(all, NEWEST))
    const forgotten = history.filter((past) => !kept.has(past)).map(({ at }) => at)
    const since = page.verdict === judgement.verdict ? (page.since ?? observation.at) : observation.at
    const priority = page.priority ?? findPriority(pass.policy, page.url)
    const dueAt = observation.at + intervalAfter(judgement, observation, priority, since)
    await writeJudgement(transaction, { pageId: page.id, observation, forgotten, judgement, since, dueAt })
    await askAbout(transaction, page, judgement, all)
    return judgement
  })
}

/** A decision may have come in the same millisecond. */
function freeTime(at: number, history: readonly Observation[]): number {
  return history.some((past) => past.at === at) ? freeTime(at + 1, history) : at
}

/** What a person must decide is asked once; what is over is asked no more. */
async function askAbout(
  transaction: Transaction,
  page: WatchedPage,
  judgement: Judgement,
  history: readonly Observation[],
): Promise<void> {
  const reviews = listReviewsFor(page, judgement, history)
  const now = history.at(-1)?.at ?? 0
  const news = new Set((await releaseReviews(transaction, pageInput(page), reviews, now)).map(formatCause))
  const raised = reviews.filter((review) => news.has(formatCause(review)))
  const answers = await raiseReviews(transaction, raised, now, pageInput(page))
  if (answers.includes('decided')) await followDecisions(transaction, page, raised, now)
}

/** Applies a decision about a host to pages that are looked at after it was made. */
async function followDecisions(
  transaction: Transaction,
  page: WatchedPage,
  reviews: readonly Cause[],
  now: number,
): Promise<void> {
  for (const { kind, subject } of reviews) {
    const [row] = await transaction.all<{ readonly decision: string | null }>(
      'select decision from reviews where kind = $1 and subject = $2',
      [kind, subject],
    )
    const decision = JSON.parse(row?.decision ?? 'null') as Consequence | null
    if (decision?.becomes === 'page-decision') await writePageDecision(transaction, page.id, decision.pageDecision, now)
  }
}
