import { readHost } from '../registry/read-host.ts'
import { readCursor, readLimit, toPart, type ListPart, type PartOptions } from '../store/list-part.ts'
import { SqlValues } from '../store/sql-values.ts'
import type { FrontierContext } from './context.ts'
import type { FrontierState } from './frontier-state.ts'
import { HOST_SUBJECT } from './sql/count-changes.ts'
import type { ReasonCount } from './count-urls.ts'

export interface ReasonListFilter {
  readonly state?: FrontierState | undefined
  readonly reason?: string | undefined
  readonly host?: string | undefined
}

/** The number of URLs of a host in a state, with the reason. */
export interface HostReasonCount extends ReasonCount {
  readonly host: string
}

interface CountRow {
  readonly host_id: number
  readonly host: string
  readonly name: string
  readonly urls: number
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
  const values = new SqlValues([HOST_SUBJECT])
  const conditions = listConditions(filter, values)
  if (after !== null) {
    const [hostId = 0, name = ''] = after
    conditions.push(`(c.host_id, c.name) > (${values.put(hostId)}, ${values.put(name)})`)
  }
  const rows = await database.all<CountRow>(
    `select c.host_id, h.host, c.name, sum(c.count) as urls from counts c join hosts h on h.id = c.host_id
     where ${['c.host_id > 0', 'c.subject = $1', ...conditions].join(' and ')}
     group by c.host_id, h.host, c.name having sum(c.count) <> 0 order by c.host_id, c.name limit ${limit + 1}`,
    values.list,
  )
  const { items, next } = toPart(rows, limit, ({ host_id, name }) => [host_id, name])
  return { items: items.map(toCount), next }
}

/** The name of a counter is a state and a reason, separated by a space. */
function listConditions({ state, reason, host }: ReasonListFilter, values: SqlValues): string[] {
  const [ofState, ofReason] = [`${state ?? ''} `, ` ${reason ?? ''}`]
  return [
    ...(host === undefined ? [] : [`h.host = ${values.put(readHost(host))}`]),
    ...(state === undefined ? [] : [`substr(c.name, 1, ${ofState.length}) = ${values.put(ofState)}`]),
    ...(reason === undefined
      ? []
      : [`substr(c.name, length(c.name) - ${ofReason.length - 1}) = ${values.put(ofReason)}`]),
  ]
}

function toCount({ host, name, urls }: CountRow): HostReasonCount {
  const [state = '', reason = ''] = name.split(' ')
  return { host, state: state as FrontierState, reason: reason === '' ? null : reason, urls }
}
