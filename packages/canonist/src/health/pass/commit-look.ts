import { intervalAfter, priorityOf } from '../priority.ts'
import { holdsClaim } from '../sql/claim-host.ts'
import { writeJudgement } from '../sql/write-judgement.ts'
import type { WatchedPage } from '../sql/next-page.ts'
import { judge, worthKeeping, type Judgement } from '../verdict.ts'
import type { Look } from './look-at-page.ts'
import type { Pass } from './pass.ts'

/** How many of the newest observations are kept beside those that the judgement follows from. */
const NEWEST = 30

/** Writes down what was seen and what follows from it. Null where the host is no longer ours: then it is another's to say. */
export async function commitLook(
  pass: Pass,
  hostId: number,
  page: WatchedPage,
  { history, observation }: Look,
): Promise<Judgement | null> {
  const all = [...history, observation]
  const judgement = judge(all)
  if (judgement === null) return null
  const kept = new Set(worthKeeping(all, NEWEST))
  const forgotten = history.filter((past) => !kept.has(past)).map(({ at }) => at)
  const since = page.verdict === judgement.verdict ? (page.since ?? observation.at) : observation.at
  const priority = page.priority ?? priorityOf(pass.policy, page.url)
  const dueAt = observation.at + intervalAfter(judgement, observation, priority, since)
  const isOurs = await pass.database.transaction(async (transaction) => {
    if (!(await holdsClaim(transaction, hostId, pass.claimant, pass.now()))) return false
    await writeJudgement(transaction, { pageId: page.id, observation, forgotten, judgement, since, dueAt })
    return true
  })
  return isOurs ? judgement : null
}
