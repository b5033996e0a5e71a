import type { Dialect, Transaction } from '@canonist/registry/internal/store/database'
import type { FrontierState } from '../frontier-state.ts'
import { DAY } from '../../hosts/settings.ts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { hasPriority, PRIORITIES, type PriorityNumber } from '../../hosts/sql/queue-priorities.ts'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'

/** A due URL with its page. If the page was deleted, `canonical_url` is null. */
export interface PickedUrl {
  readonly page_id: number
  readonly host_id: number
  readonly state: FrontierState
  readonly reason: string | null
  readonly attempts: number
  readonly claims: number
  readonly depth: number
  /** JSON. */
  readonly trail: string | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly canonical_url: CanonicalUrl | null
  readonly fetch_url: FetchUrl | null
  readonly merged_into: number | null
  readonly content_hash: Uint8Array | null
}

/** One step of priority counts as much as a day of waiting, so that low priorities are fetched eventually. */
export const PRIORITY_MS = DAY

const QUEUED = 'page_id, host_id, state, reason, due_at, priority, attempts, claims, depth, trail, etag, last_modified'

/** SQL fragments, all of them our own text. */
interface PickSql {
  /** A select of ids, in parentheses. */
  readonly hostIds: string
  readonly now: string
  readonly perHost: string
}

const formatPriorityPick = (columns: string, { now, perHost }: PickSql, priority: PriorityNumber): string =>
  `select * from (select ${columns} from frontier_urls
     where host_id = h.id and ${hasPriority(priority, 'frontier_urls')} and due_at <= ${now} and is_suspect = 0 order by due_at, page_id limit ${perHost}) of_${priority}`

const formatHostPick = (columns: string, picking: PickSql): string =>
  `select q.* from (${PRIORITIES.map((priority) => formatPriorityPick(columns, picking, priority)).join(' union all ')}) q
  order by q.due_at - q.priority * ${PRIORITY_MS}, q.page_id limit ${picking.perHost}`

// SQLite has no lateral joins, but a table-valued function may depend on the previous row.
const PICKED: Readonly<Record<Dialect, (picking: PickSql) => string>> = {
  sqlite: (picking) => `${picking.hostIds} h
    cross join json_each((select json_group_array(f.page_id) from (${formatHostPick('page_id, due_at, priority', picking)}) f)) k
    cross join frontier_urls u on u.page_id = k.value`,
  postgres: (picking) => `${picking.hostIds} h cross join lateral (${formatHostPick(QUEUED, picking)}) u`,
}

/** `u` is a URL of the queue, `p` its page. */
const PICKED_COLUMNS = `u.page_id, u.host_id, u.state, u.reason, u.attempts, u.claims, u.depth, u.trail, u.etag, u.last_modified,
  p.canonical_url, p.fetch_url, p.merged_into, p.content_hash`

/**
 * A select of the first `perHost` URLs of each host, in the order in which they should be fetched. Leaves out suspects, which are
 * handed out alone.
 */
export function formatPick(dialect: Dialect, picking: PickSql): string {
  return `select ${PICKED_COLUMNS} from ${PICKED[dialect](picking)} left join pages p on p.id = u.page_id
    order by u.due_at - u.priority * ${PRIORITY_MS}, u.page_id`
}

/** The suspect of a host that has waited longest; null if none is due. */
export async function pickSuspect(transaction: Transaction, hostId: number, now: number): Promise<PickedUrl | null> {
  const [suspect] = await transaction.all<PickedUrl>(
    `select ${PICKED_COLUMNS} from frontier_urls u left join pages p on p.id = u.page_id
     where u.is_suspect = 1 and u.host_id = $1 and u.due_at <= $2 order by u.due_at, u.page_id limit 1`,
    [hostId, now],
  )
  return suspect ?? null
}

export function pickUrls(
  transaction: Transaction,
  hostIds: readonly number[],
  now: number,
  perHost: number,
): Promise<PickedUrl[]> {
  const { dialect } = transaction
  return transaction.all<PickedUrl>(
    formatPick(dialect, { hostIds: selectJsonIds(dialect, '$1'), now: '$2', perHost: '$3' }),
    [toSqlJson(hostIds), now, perHost],
  )
}
