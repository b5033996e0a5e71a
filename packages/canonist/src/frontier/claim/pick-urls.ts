import type { Dialect, Transaction } from '../../store/database.ts'
import { PRIORITIES } from '../hosts/host-rows.ts'
import type { FrontierState } from '../outcome.ts'
import { DAY } from '../settings.ts'
import { jsonIds, jsonOf } from '../sql/json-rows.ts'

/** A URL that is due, with its page; a page that was taken away has no `canonical_url`. */
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
  readonly canonical_url: string | null
  readonly fetch_url: string | null
  readonly merged_into: number | null
  readonly content_hash: Uint8Array | null
}

/** What a step of priority is worth: as much as having waited a day longer. So what is low comes, too. */
export const PRIORITY_MS = DAY

const QUEUED = 'page_id, host_id, state, reason, due_at, priority, attempts, claims, depth, trail, etag, last_modified'

const ofPriority = (columns: string, priority: number): string =>
  `select * from (select ${columns} from frontier_urls
     where host_id = h.id and priority = ${priority} and due_at <= $2 order by due_at, page_id limit $3) of_${priority}`

const firstOfHost = (columns: string): string =>
  `select q.* from (${PRIORITIES.map((priority) => ofPriority(columns, priority)).join(' union all ')}) q
  order by q.due_at - q.priority * ${PRIORITY_MS}, q.page_id limit $3`

// SQLite has no lateral joins, but takes the rows of a function whose argument depends on the row before.
const PICKED: Readonly<Record<Dialect, string>> = {
  sqlite: `(select value as id from json_each($1)) h
    cross join json_each((select json_group_array(f.page_id) from (${firstOfHost('page_id, due_at, priority')}) f)) k
    cross join frontier_urls u on u.page_id = k.value`,
  postgres: `(select id from ${jsonIds('postgres', '$1')} i (id)) h
    cross join lateral (${firstOfHost(QUEUED)}) u`,
}

/** The first URLs of each host, at most so many. */
export function pickUrls(
  transaction: Transaction,
  hostIds: readonly number[],
  now: number,
  perHost: number,
): Promise<PickedUrl[]> {
  return transaction.all<PickedUrl>(
    `select u.page_id, u.host_id, u.state, u.reason, u.attempts, u.claims, u.depth, u.trail, u.etag, u.last_modified,
       p.canonical_url, p.fetch_url, p.merged_into, p.content_hash
     from ${PICKED[transaction.dialect]} left join pages p on p.id = u.page_id`,
    [jsonOf(hostIds), now, perHost],
  )
}
