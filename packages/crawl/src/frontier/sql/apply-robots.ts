import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { FetchUrl } from '@canonist/core/internal/text/stages'
import type { CountedUrl } from './count-changes.ts'

/** The position of a URL in the index `frontier_urls_due` of its host. */
export interface DuePosition {
  readonly priority: number
  readonly due_at: number
  readonly page_id: number
}

/** A URL that waits to be fetched, or would if robots.txt allowed it. */
export interface RobotsCandidate extends DuePosition {
  readonly state: 'pending' | 'retry' | 'excluded'
  readonly reason: string | null
  readonly fetch_url: FetchUrl
}

export interface CandidateRange {
  readonly hostId: number
  readonly origin: string
  /** The last URL of the previous batch. */
  readonly before: DuePosition
  readonly limit: number
}

/**
 * The next URLs of an origin that robots.txt decides about, reading the index `frontier_urls_due` backwards. Fetched pages keep their
 * state until the next visit.
 */
export function readRobotsCandidates(
  session: Session,
  { hostId, origin, before, limit }: CandidateRange,
): Promise<RobotsCandidate[]> {
  return session.all<RobotsCandidate>(
    `select u.page_id, u.priority, u.due_at, u.state, u.reason, p.fetch_url
     from frontier_urls u join pages p on p.id = u.page_id
     where u.host_id = $1 and u.due_at is not null and substr(p.fetch_url, 1, length($2)) = $2
       and (u.state in ('pending', 'retry') or (u.state = 'excluded' and u.reason = 'robots_disallowed'))
       and (u.priority, u.due_at, u.page_id) < ($3, $4, $5)
     order by u.priority desc, u.due_at desc, u.page_id desc limit ${limit}`,
    [hostId, `${origin}/`, before.priority, before.due_at, before.page_id],
  )
}

/** Excludes URLs, or makes them pending again. */
export async function writeRobotsState(
  transaction: Transaction,
  ids: readonly number[],
  { state, reason }: CountedUrl,
  dueAt: number,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = $2, reason = $3, due_at = $4, attempts = 0
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), state, reason, dueAt],
  )
}
