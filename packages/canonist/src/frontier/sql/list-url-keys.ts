import { readHost } from '../../registry/read-host.ts'
import { findHostId, selectHostsByPrefix } from '../../registry/sql/find-hosts.ts'
import type { Session } from '../../store/database.ts'
import { listNested } from '../../store/list-nested.ts'
import {
  readCursor,
  readLimit,
  toPart,
  type KeyShape,
  type ListKey,
  type ListPart,
  type PartOptions,
} from '../../store/list-part.ts'
import {
  formatIndexedTable,
  readRanges,
  type Equality,
  type KeyRange,
  type NestedRange,
} from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { STATES, type FrontierState } from '../frontier-state.ts'
import { findLeased } from './find-leased.ts'

/** Which URLs to list. All conditions must hold. */
export interface UrlListFilter {
  readonly state?: FrontierState | undefined
  readonly reason?: string | undefined
  /** The host of the fetch URL. */
  readonly host?: string | undefined
  /**
   * The beginning of a host name (`exam`; not for leased URLs), or a whole host and the beginning of a path (`example.com/docs`), because only
   * a prefix can use an index. With `host`, the path is enough (`/docs`).
   */
  readonly q?: string | undefined
}

/** A part of the keys of the listed URLs. The last value of a key is the id of the page. */
export function listUrlKeys(session: Session, filter: UrlListFilter, options: PartOptions): Promise<ListPart<ListKey>> {
  return filter.q === undefined
    ? listInOrder(session, filter, options)
    : listByHostPrefix(session, filter, options, filter.q.toLowerCase())
}

/** A URL is leased while it has a token; its row keeps the state from before the lease. */
const STORED_STATES = STATES.filter((state) => state !== 'leased')

const ID: KeyShape = ['integer']

async function listInOrder(session: Session, filter: UrlListFilter, options: PartOptions): Promise<ListPart<ListKey>> {
  const [limit, after] = [readLimit(options), readCursor(options, ID)]
  const { host } = filter
  const hostId = host === undefined ? undefined : await findHostId(session, readHost(host))
  if (hostId === null) return { items: [], next: null }
  const read = filter.state === 'leased' ? readLeased : readStored
  return toPart(await read(session, { ...filter, hostId }, after, limit + 1), limit, (key) => key)
}

interface WantedUrls extends Pick<UrlListFilter, 'state' | 'reason'> {
  readonly hostId?: number | undefined
}

function readStored(session: Session, wanted: WantedUrls, after: ListKey | null, limit: number): Promise<ListKey[]> {
  const values = new SqlValues()
  const isAll = wanted.state === undefined && wanted.reason === undefined && wanted.hostId === undefined
  const ranges = isAll
    ? [{ keys: ['u.page_id'], from: 'frontier_urls u', where: 'u.page_id > 0' }]
    : listStateRanges(session, wanted, values, (range) => range)
  return readRanges(session, ranges, { after, limit, values })
}

/** One range for each state. Every combination of host and reason has an index in which these URLs are adjacent. */
function listStateRanges(
  { dialect }: Session,
  { state, reason, hostId }: WantedUrls,
  values: SqlValues,
  change: (range: KeyRange, state: string) => KeyRange,
): KeyRange[] {
  const lead: Equality[] = []
  if (hostId !== undefined) lead.push(['u.host_id', values.put(hostId)])
  if (reason !== undefined) lead.push(['u.reason', values.put(reason)])
  const from = formatIndexedTable(dialect, 'frontier_urls u', chooseIndex(hostId !== undefined, reason !== undefined))
  return STORED_STATES.filter((one) => state === undefined || one === state).map((one) =>
    change(
      { lead: [...lead, ['u.state', `'${one}'`]], keys: ['u.page_id'], from, where: listConditions({ state, reason }) },
      one,
    ),
  )
}

/** Conditions that no index covers. With a state, leased URLs must be left out; without one, they are listed like the others. */
function listConditions({ state, reason }: WantedUrls): string | undefined {
  const conditions: string[] = []
  // Repeats the condition of the partial indexes: PostgreSQL does not infer it from a range.
  if (reason !== undefined) conditions.push('u.reason is not null')
  if (state !== undefined) conditions.push('u.lease_token is null')
  return conditions.length === 0 ? undefined : conditions.join(' and ')
}

function chooseIndex(hasHost: boolean, hasReason: boolean): string {
  if (hasHost) return hasReason ? 'frontier_urls_host_reason' : 'frontier_urls_host'
  return hasReason ? 'frontier_urls_reason' : 'frontier_urls_state'
}

/** Leased URLs are few, only those that workers have right now, so they are sorted in memory. */
async function readLeased(
  session: Session,
  { reason, hostId }: WantedUrls,
  after: ListKey | null,
  limit: number,
): Promise<ListKey[]> {
  const leased = await findLeased(session)
  const last = Number(after?.[0] ?? 0)
  const ids = leased
    .filter((url) => url.page_id > last && (hostId === undefined || url.host_id === hostId))
    .filter((url) => reason === undefined || url.reason === reason)
    .map(({ page_id }) => page_id)
  return ids
    .toSorted((a, b) => a - b)
    .slice(0, limit)
    .map((id) => [id])
}

const HOST_STATE_ID: KeyShape = ['text', 'text', 'integer']

/** Sorts after all states: nothing is left of the host. */
const AFTER_ALL_STATES: ListKey = ['~', 0]

/** The URLs of all hosts whose names begin with `start`. */
function listByHostPrefix(
  session: Session,
  filter: UrlListFilter,
  options: PartOptions,
  start: string,
): Promise<ListPart<ListKey>> {
  const readRest = async (host: string, after: ListKey, limit: number): Promise<ListKey[]> => {
    const hostId = await findHostId(session, host)
    if (hostId === null) return []
    const values = new SqlValues()
    const ranges = listStateRanges(session, { ...filter, hostId }, values, (range, state) => ({
      ...range,
      fixed: [state],
    }))
    return readRanges(session, ranges, { after, limit, values })
  }
  const nested = createHostRange(session, filter, start)
  return listNested(session, { nested, shape: HOST_STATE_ID, last: AFTER_ALL_STATES, readRest }, options)
}

function createHostRange({ dialect }: Session, { state, reason }: UrlListFilter, start: string): NestedRange {
  const values: string[] = []
  const lead: Equality[] = []
  if (reason !== undefined) lead.push(['u.reason', `$${2 + values.push(reason)}`])
  if (state !== undefined) lead.push(['u.state', `$${2 + values.push(state)}`])
  return {
    ...selectHostsByPrefix(start),
    join: ['u.host_id', 'h.id'],
    lead,
    keys: ['u.state', 'u.page_id'],
    from: formatIndexedTable(dialect, 'frontier_urls u', chooseIndex(true, reason !== undefined)),
    where: listConditions({ state, reason }),
    values,
  }
}
