import type { Session } from '@canonist/registry/internal/store/database'
import type { FrontierState } from '../frontier-state.ts'

/** The number of URLs of all hosts in a state. */
export interface StateReasonRow {
  readonly state: FrontierState
  /** Empty if there is none. */
  readonly reason: string
  readonly urls: number
}

export function countUrlsByReason(session: Session): Promise<StateReasonRow[]> {
  return session.all<StateReasonRow>(
    `select state, reason, sum(urls) as urls from frontier_counts group by state, reason having sum(urls) <> 0
     order by state, reason`,
  )
}
