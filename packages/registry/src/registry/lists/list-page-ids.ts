import type { LinkType } from '@canonist/core'
import type { Session, Value } from '../../store/database.ts'
import { ListError } from '../../store/list-error.ts'
import {
  readCursor,
  readLimit,
  toPart,
  type KeyShape,
  type ListKey,
  type ListPart,
  type PartOptions,
} from '../../store/list-part.ts'
import { listNested } from '../../store/list-nested.ts'
import {
  computePrefixEnd,
  formatIndexedTable,
  readRanges,
  type Equality,
  type KeyRange,
  type NestedRange,
} from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { readHost, spellPrefix } from '../read-host.ts'
import { findHost } from '../spelling.ts'
import { findHostId, selectHostsByPrefix } from '../sql/hosts.sql.ts'

/** Which pages to list. Use at most one of `host`, `prefix` and `q`, with or without `linkType` and `verdict`. */
export interface PageListFilter {
  /** The pages of one host. */
  readonly host?: string | undefined
  /** The prefix of canonical URLs, which must contain a whole host. */
  readonly prefix?: string | undefined
  /**
   * The beginning of a host name (`exam`), or a whole host and the beginning of a path (`example.com/docs`), without a scheme. An index
   * cannot find a part in the middle.
   */
  readonly q?: string | undefined
  readonly linkType?: LinkType | undefined
  /** The verdict of the last check. */
  readonly verdict?: string | undefined
}

/** The same filter with several verdicts. */
export interface PageIdFilter extends Omit<PageListFilter, 'verdict'> {
  /** Only pages with one of these verdicts. */
  readonly verdicts?: readonly string[] | undefined
}

/**
 * Formats the condition for pages that are not merged, exactly as in the partial indexes: PostgreSQL does not infer from a range that a
 * verdict is not null.
 */
const formatUnmerged = (hasVerdict: boolean, where?: string): string =>
  [
    'p.merged_into is null',
    ...(hasVerdict ? ['p.verdict is not null'] : []),
    ...(where === undefined ? [] : [where]),
  ].join(' and ')

/** In the order of lists. */
const LINK_TYPES = ['homepage', 'informative', 'section'] as const satisfies readonly LinkType[]

/** How much of a URL is indexed: an index entry in PostgreSQL has at most 2,700 bytes. */
const MAX_INDEXED_LENGTH = 600
const URL_START = `substr(p.canonical_url, 1, ${MAX_INDEXED_LENGTH})`

/**
 * Lists the ids of pages that are not merged: all pages in the order in which they were first seen, the pages of a host by link type and URL,
 * the pages of several hosts by host first.
 */
export async function listPageIds(
  session: Session,
  filter: PageIdFilter,
  options: PartOptions,
): Promise<ListPart<number>> {
  const { items, next } = await listPageKeys(session, filter, options)
  return { items: items.map(getPageId), next }
}

/** The id is the last of the keys. */
export const getPageId = (key: ListKey): number => Number(key.at(-1))

/** Lists the keys of the same pages: `toCursor` makes any of them a place to continue after. */
export async function listPageKeys(
  session: Session,
  filter: PageIdFilter,
  options: PartOptions,
): Promise<ListPart<ListKey>> {
  const { host, prefix, q } = filter
  if ([host, prefix, q].filter((one) => one !== undefined).length > 1) {
    throw new ListError('list/bad-filter', { detail: 'host, prefix and q exclude each other' })
  }
  if (host !== undefined) return listHost(session, filter, options, { host: readHost(host), prefixes: [] })
  if (prefix !== undefined) return listHost(session, filter, options, toScope(prefix))
  if (q === undefined) return listAll(session, filter, options)
  const slash = q.indexOf('/')
  if (slash < 0) return listHosts(session, filter, options, q.toLowerCase())
  const [http, https] = [toScope(`http://${q}`), toScope(`https://${q}`)]
  return listHost(session, filter, options, { host: http.host, prefixes: [...http.prefixes, ...https.prefixes] })
}

const ID: KeyShape = ['integer']

async function listAll(session: Session, filter: PageIdFilter, options: PartOptions): Promise<ListPart<ListKey>> {
  const [values, limit] = [new SqlValues(), readLimit(options)]
  const ranges = listKinds(filter, values).map(({ linkType, verdict }): KeyRange => ({
    lead: [...matchVerdict(verdict), ['p.link_type', `'${linkType}'`]],
    keys: ['p.id'],
    from: formatIndexedTable(session.dialect, 'pages p', verdict === null ? 'pages_by_type' : 'pages_by_verdict'),
    where: formatUnmerged(verdict !== null),
  }))
  const after = readCursor(options, ID)
  const keys = await readRanges(session, ranges, { after, limit: limit + 1, values })
  return toPart(keys, limit, (key) => key)
}

/** The pages of a host that start with one of the prefixes; all pages if there is none. */
interface HostScope {
  readonly host: string
  readonly prefixes: readonly string[]
}

function toScope(prefix: string): HostScope {
  const plain = spellPrefix(prefix)
  return { host: findHost(plain), prefixes: [plain] }
}

const IN_HOST: KeyShape = ['text', 'text', 'integer']

async function listHost(
  session: Session,
  filter: PageIdFilter,
  options: PartOptions,
  scope: HostScope,
): Promise<ListPart<ListKey>> {
  const [limit, after] = [readLimit(options), readCursor(options, IN_HOST)]
  const hostId = await findHostId(session, scope.host)
  if (hostId === null) return { items: [], next: null }
  const keys = await readHostKeys(session, filter, { hostId, prefixes: scope.prefixes, after, limit: limit + 1 })
  return toPart(keys, limit, (key) => key)
}

interface InHost {
  readonly hostId: number
  readonly prefixes: readonly string[]
  readonly after: ListKey | null
  readonly limit: number
}

function readHostKeys(
  session: Session,
  filter: PageIdFilter,
  { hostId, prefixes, after, limit }: InHost,
): Promise<ListKey[]> {
  const values = new SqlValues()
  const host = values.put(hostId)
  const within = prefixes.length === 0 ? [{}] : prefixes.map((prefix) => matchPrefix(prefix, values))
  const ranges = listKinds(filter, values).flatMap(({ linkType, verdict }) =>
    within.map(({ bounds, where }): KeyRange => ({
      fixed: [linkType],
      lead: [['p.host_id', host], ...matchVerdict(verdict), ['p.link_type', `'${linkType}'`]],
      keys: [URL_START, 'p.id'],
      bounds,
      from: formatIndexedTable(
        session.dialect,
        'pages p',
        verdict === null ? 'pages_of_host' : 'pages_of_host_by_verdict',
      ),
      where: formatUnmerged(verdict !== null, where),
    })),
  )
  return readRanges(session, ranges, { after, limit, values })
}

function matchPrefix(prefix: string, values: SqlValues): Pick<KeyRange, 'bounds' | 'where'> {
  const start = prefix.slice(0, MAX_INDEXED_LENGTH)
  const bounds = { from: values.put(start), to: values.put(computePrefixEnd(start)) }
  if (start === prefix) return { bounds }
  const whole = values.put(prefix)
  return { bounds, where: `substr(p.canonical_url, 1, length(${whole})) = ${whole}` }
}

const OF_HOSTS: KeyShape = ['text', 'text', 'text', 'integer']

/** Sorts after all link types, at the end of a host. */
const LAST: ListKey = ['~', '', 0]

/** Lists the pages of all hosts with a prefix. */
async function listHosts(
  session: Session,
  filter: PageIdFilter,
  options: PartOptions,
  start: string,
): Promise<ListPart<ListKey>> {
  const readRest = async (host: string, after: ListKey, limit: number): Promise<ListKey[]> => {
    const hostId = await findHostId(session, host)
    return hostId === null ? [] : readHostKeys(session, filter, { hostId, prefixes: [], after, limit })
  }
  const nested = [createHostsRange(session, filter, start)]
  return listNested(session, { nested, shape: OF_HOSTS, last: LAST, readRest }, options)
}

function createHostsRange({ dialect }: Session, { linkType, verdicts }: PageIdFilter, start: string): NestedRange {
  const [verdict, ...others] = verdicts ?? []
  if (others.length > 0) throw new ListError('list/bad-filter', { detail: 'q takes one verdict at a time' })
  const values: Value[] = []
  const lead: Equality[] = []
  if (verdict !== undefined) lead.push(['p.verdict', `$${2 + values.push(verdict)}`])
  if (linkType !== undefined) lead.push(['p.link_type', `$${2 + values.push(linkType)}`])
  return {
    ...selectHostsByPrefix(start),
    join: ['p.host_id', 'h.id'],
    lead,
    keys: ['p.link_type', URL_START, 'p.id'],
    from: formatIndexedTable(dialect, 'pages p', verdict === undefined ? 'pages_of_host' : 'pages_of_host_by_verdict'),
    where: formatUnmerged(verdict !== undefined),
    values,
  }
}

interface PageKind {
  readonly linkType: LinkType
  /** The placeholder of the verdict; null for any verdict. */
  readonly verdict: string | null
}

/** Each kind is one range of an index. */
function listKinds({ linkType, verdicts }: PageIdFilter, values: SqlValues): PageKind[] {
  const places = verdicts?.map((verdict) => values.put(verdict)) ?? [null]
  const linkTypes = LINK_TYPES.filter((one) => linkType === undefined || one === linkType)
  return linkTypes.flatMap((one) => places.map((verdict) => ({ linkType: one, verdict })))
}

const matchVerdict = (verdict: string | null): Equality[] => (verdict === null ? [] : [['p.verdict', verdict]])
