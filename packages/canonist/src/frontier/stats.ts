import type { FrontierContext } from './context.ts'
import { STATES, type FrontierState } from './outcome.ts'

/** How many URLs are in which state; each is in exactly one. */
export type FrontierStats = Readonly<Record<FrontierState, number>>

export interface ReasonCount {
  readonly state: FrontierState
  readonly reason: string | null
  readonly urls: number
}

export async function statsByReason({ database }: FrontierContext): Promise<ReasonCount[]> {
  const rows = await database.all<{ readonly state: FrontierState; readonly reason: string; readonly urls: number }>(
    `select state, reason, sum(urls) as urls from frontier_counts group by state, reason having sum(urls) <> 0
     order by state, reason`,
  )
  return rows.map(({ state, reason, urls }) => ({ state, reason: reason === '' ? null : reason, urls }))
}

export async function stats(context: FrontierContext): Promise<FrontierStats> {
  const counts = new Map<FrontierState, number>(STATES.map((state) => [state, 0]))
  for (const { state, urls } of await statsByReason(context)) counts.set(state, (counts.get(state) ?? 0) + urls)
  return Object.fromEntries(counts) as Record<FrontierState, number>
}
