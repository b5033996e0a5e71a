import { readHost } from '@canonist/registry/internal/registry/read-host'
import { readCounts } from '@canonist/registry/internal/store/sql/read-counts'
import type { FrontierContext } from './context.ts'
import { STATES, type FrontierState } from './frontier-state.ts'
import { countUrlsByReason, HOST_SUBJECT } from './sql/counts.sql.ts'
import { findHostId } from '@canonist/registry/internal/registry/sql/hosts.sql'

/** The number of URLs by state. Each URL is in exactly one. */
export type StateCounts = Readonly<Record<FrontierState, number>>

export interface ReasonCount {
  readonly state: FrontierState
  readonly reason: string | null
  readonly urls: number
}

/** Counts for one host. Leased URLs are counted under the state that they had before. */
async function countHostByReason({ database }: FrontierContext, host: string): Promise<ReasonCount[]> {
  const hostId = await findHostId(database, readHost(host))
  if (hostId === null) return []
  const counts = await readCounts(database, HOST_SUBJECT, hostId)
  return [...counts].map(([name, urls]) => {
    const [state = '', reason = ''] = name.split(' ')
    return { state: state as FrontierState, reason: reason === '' ? null : reason, urls }
  })
}

export async function countByReason(context: FrontierContext, host?: string): Promise<ReasonCount[]> {
  if (host !== undefined) return countHostByReason(context, host)
  const rows = await countUrlsByReason(context.database)
  return rows.map(({ state, reason, urls }) => ({ state, reason: reason === '' ? null : reason, urls }))
}

export async function countByState(context: FrontierContext): Promise<StateCounts> {
  const counts = new Map<FrontierState, number>(STATES.map((state) => [state, 0]))
  for (const { state, urls } of await countByReason(context)) counts.set(state, (counts.get(state) ?? 0) + urls)
  return Object.fromEntries(counts) as Record<FrontierState, number>
}
