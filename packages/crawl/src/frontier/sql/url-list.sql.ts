import { readHost } from '@canonist/registry/internal/registry/read-host'
import { findHostId, selectHostsByPrefix } from '@canonist/registry/internal/registry/sql/hosts.sql'
import type { Session } from '@canonist/registry/internal/store/database'
import { listNested } from '@canonist/registry/internal/store/list-nested'
import {
  readCursor,
  readLimit,
  toPart,
  type KeyShape,
  type ListKey,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import {
  formatIndexedTable,
  readRanges,
  type Equality,
  type KeyRange,
  type NestedRange,
} from '@canonist/registry/internal/store/read-ranges'
import { SqlValues } from '@canonist/registry/internal/store/sql-values'
import { STATES, type FrontierState } from '../frontier-state.ts'
import { resolveReasons, type ReasonFilter } from '../reasons.ts'
import { findLeased } from './leases.sql.ts'

/** Which URLs to list. All conditions must hold. */
export interface UrlListFilter extends ReasonFilter {
  readonly state?: FrontierState | undefined
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
  const wanted = { state: filter.state, reasons: resolveReasons(filter), hostId }
  return toPart(await read(session, wanted, after, limit + 1), limit, (key) => key)
}

interface WantedUrls extends Pick<UrlListFilter, 'state'> {
  readonly hostId?: number | undefined
  readonly reasons?: readonly string[] | undefined
}

function readStored(session: Session, wanted: WantedUrls, after: ListKey | null, limit: number): Promise<ListKey[]> {
  const values = new SqlValues()
  const isAll = wanted.state === undefined && wanted.reasons === undefined && wanted.hostId === undefined
  const ranges = isAll
    ? [{ keys: ['u.page_id'], from: 'frontier_urls u', where: 'u.page_id > 0' }]
    : listStateRanges(session, wanted, values, (range) => range)
  return readRanges(session, ranges, { after, limit, values })
}

/**
 * One range for each state and reason. Every combination of host, reason and state has an index in which these URLs are adjacent.
 */
function listStateRanges(
  { dialect }: Session,
  { state, reasons, hostId }: WantedUrls,
  values: SqlValues,
  change: (range: KeyRange, state: string) => KeyRange,
): KeyRange[] {
  const ofHost: Equality[] = hostId === undefined ? [] : [['u.host_id', values.put(hostId)]]
  const [hasHost, hasReason] = [hostId !== undefined, reasons !== undefined]
  const from = formatIndexedTable(dialect, 'frontier_urls u', chooseIndex(hasHost, hasReason))
  const where = listConditions({ state, hasReason })
  const states = STORED_STATES.filter((one) => state === undefined || one === state)
  return listReasonLeads(reasons, (reason) => values.put(reason)).flatMap((ofReason) =>
    states.map((one) =>
      change({ lead: [...ofHost, ...ofReason, ['u.state', `'${one}'`]], keys: ['u.page_id'], from, where }, one),
    ),
  )
}

/** The equalities of each reason; one without any if all reasons are wanted. */
function listReasonLeads(reasons: readonly string[] | undefined, put: (reason: string) => string): Equality[][] {
  return reasons === undefined ? [[]] : reasons.map((reason) => [['u.reason', put(reason)]])
}

/** Conditions that no index covers. With a state, leased URLs must be left out; without one, they are listed like the others. */
function listConditions({ state, hasReason }: Pick<WantedUrls, 'state'> & { hasReason: boolean }): string | undefined {
  const conditions: string[] = []
  // Repeats the condition of the partial indexes: PostgreSQL does not infer it from a range.
  if (hasReason) conditions.push('u.reason is not null')
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
  { reasons, hostId }: WantedUrls,
  after: ListKey | null,
  limit: number,
): Promise<ListKey[]> {
  const leased = await findLeased(session)
  const last = Number(after?.[0] ?? 0)
  const ids = leased
    .filter((url) => url.page_id > last && (hostId === undefined || url.host_id === hostId))
    .filter((url) => reasons === undefined || reasons.includes(url.reason ?? ''))
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
  { state, ...filter }: UrlListFilter,
  options: PartOptions,
  start: string,
): Promise<ListPart<ListKey>> {
  const wanted = { state, reasons: resolveReasons(filter) }
  const readRest = async (host: string, after: ListKey, limit: number): Promise<ListKey[]> => {
    const hostId = await findHostId(session, host)
    if (hostId === null) return []
    const values = new SqlValues()
    const ranges = listStateRanges(session, { ...wanted, hostId }, values, (range, state) => ({
      ...range,
      fixed: [state],
    }))
    return readRanges(session, ranges, { after, limit, values })
  }
  const nested = createHostRanges(session, wanted, start)
  return listNested(session, { nested, shape: HOST_STATE_ID, last: AFTER_ALL_STATES, readRest }, options)
}

/** One range for each reason. */
function createHostRanges(session: Session, { state, reasons }: WantedUrls, start: string): NestedRange[] {
  if (reasons === undefined) return [createHostRange(session, { state }, start)]
  return reasons.map((reason) => createHostRange(session, { state, reason }, start))
}

interface HostRangeFilter extends Pick<UrlListFilter, 'state'> {
  readonly reason?: string
}

function createHostRange({ dialect }: Session, { state, reason }: HostRangeFilter, start: string): NestedRange {
  const values: string[] = []
  const lead: Equality[] = []
  if (reason !== undefined) lead.push(['u.reason', `$${2 + values.push(reason)}`])
  if (state !== undefined) lead.push(['u.state', `$${2 + values.push(state)}`])
  const hasReason = reason !== undefined
  return {
    ...selectHostsByPrefix(start),
    join: ['u.host_id', 'h.id'],
    lead,
    keys: ['u.state', 'u.page_id'],
    from: formatIndexedTable(dialect, 'frontier_urls u', chooseIndex(true, hasReason)),
    where: listConditions({ state, hasReason }),
    values,
  }
}
