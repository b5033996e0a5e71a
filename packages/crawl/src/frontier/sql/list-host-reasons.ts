import type { Session } from '@canonist/registry/internal/store/database'
import type { ListKey } from '@canonist/registry/internal/store/list-part'
import { SqlValues } from '@canonist/registry/internal/store/sql-values'
import { HOST_SUBJECT } from './count-changes.ts'

/** A counter of a host. Its name is a state and a reason, separated by a space. */
export interface HostReasonRow {
  readonly host_id: number
  readonly host: string
  readonly name: string
  readonly urls: number
}

/** Which counters: those of a state, of any of several reasons, or of both. */
export interface CounterName {
  readonly state?: string | undefined
  readonly reasons?: readonly string[] | undefined
}

export interface HostReasonRange extends CounterName {
  readonly host?: string | undefined
  /** The last counter of the previous part; null for the first part. */
  readonly after: ListKey | null
  readonly limit: number
}

/** Counters by host, state and reason, ordered by host id. */
export function listHostReasons(session: Session, range: HostReasonRange): Promise<HostReasonRow[]> {
  const values = new SqlValues([HOST_SUBJECT])
  const conditions = ['c.host_id > 0', 'c.subject = $1', ...listConditions(range, values)]
  return session.all<HostReasonRow>(
    `select c.host_id, h.host, c.name, sum(c.count) as urls from counts c join hosts h on h.id = c.host_id
     where ${conditions.join(' and ')}
     group by c.host_id, h.host, c.name having sum(c.count) <> 0 order by c.host_id, c.name limit ${range.limit}`,
    values.list,
  )
}

/** Conditions on counters `c`. */
export function matchCounterName({ state, reasons }: CounterName, values: SqlValues): string[] {
  const ofState = `${state ?? ''} `
  const conditions: string[] = []
  if (state !== undefined) conditions.push(`substr(c.name, 1, ${ofState.length}) = ${values.put(ofState)}`)
  if (reasons !== undefined) {
    const endings = reasons.map((reason) => {
      const ending = ` ${reason}`
      return `substr(c.name, length(c.name) - ${ending.length - 1}) = ${values.put(ending)}`
    })
    conditions.push(endings.length === 0 ? 'false' : `(${endings.join(' or ')})`)
  }
  return conditions
}

function listConditions({ host, after, ...name }: HostReasonRange, values: SqlValues): string[] {
  const conditions = matchCounterName(name, values)
  if (host !== undefined) conditions.push(`h.host = ${values.put(host)}`)
  if (after !== null) {
    const [hostId = 0, name = ''] = after
    conditions.push(`(c.host_id, c.name) > (${values.put(hostId)}, ${values.put(name)})`)
  }
  return conditions
}
