import { readHost } from '@canonist/registry/internal/registry/read-host'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import type { FrontierContext } from './context.ts'
import type { FrontierState } from './frontier-state.ts'
import { resolveReasons, type ReasonFilter } from './reasons.ts'
import { listHostReasons, type HostReasonRow } from './sql/counts.sql.ts'
import type { ReasonCount } from './count-urls.ts'

export interface ReasonListFilter extends ReasonFilter {
  readonly state?: FrontierState | undefined
  readonly host?: string | undefined
}

/** The number of URLs of a host in a state, with the reason. */
export interface HostReasonCount extends ReasonCount {
  readonly host: string
}

/**
 * A part of the counts by host, state and reason, ordered by host id. Read from stored counters; leased URLs are counted under the
 * state that they had before.
 */
export async function listReasons(
  { database }: FrontierContext,
  filter: ReasonListFilter,
  options: PartOptions,
): Promise<ListPart<HostReasonCount>> {
  const limit = readLimit(options)
  const after = readCursor(options, ['integer', 'text'])
  const rows = await listHostReasons(database, {
    state: filter.state,
    reasons: resolveReasons(filter),
    host: filter.host === undefined ? undefined : readHost(filter.host),
    after,
    limit: limit + 1,
  })
  const { items, next } = toPart(rows, limit, ({ host_id, name }) => [host_id, name])
  return { items: items.map(toCount), next }
}

/** The name of a counter is a state and a reason, separated by a space. */
function toCount({ host, name, urls }: HostReasonRow): HostReasonCount {
  const [state = '', reason = ''] = name.split(' ')
  return { host, state: state as FrontierState, reason: reason === '' ? null : reason, urls }
}
