import type { Transaction } from '../../store/database.ts'
import { jsonIds, jsonOf } from '../sql/json-rows.ts'
import type { LowWater } from './low-water.ts'

/** A host whose time has come; nobody else can take it until the transaction ends. */
export interface TakenHost {
  readonly host_id: number
  readonly host: string
  readonly ready_at: number
  readonly robots_delay_ms: number | null
  readonly is_down: number
  /** Somebody had it and was not heard of again. */
  readonly held_by: number | null
}

const COLUMNS = 'h.host_id, h.ready_at, h.robots_delay_ms, h.is_down, h.held_by, n.host'
const TABLES = 'frontier_hosts h join hosts n on n.id = h.host_id'

/**
 * Half of the places go to hosts that have something of high priority, so that it need not wait for all others; the rest go
 * to those that have waited longest, whatever they have, so that nobody waits for ever.
 */
export async function takeHosts(
  transaction: Transaction,
  now: number,
  limit: number,
  lowWater: LowWater,
): Promise<TakenHost[]> {
  const lock = transaction.dialect === 'postgres' ? ' for update of h skip locked' : ''
  const urgent = await transaction.all<TakenHost>(
    `select ${COLUMNS} from ${TABLES} where h.urgent = 1 and h.ready_at <= $1 order by h.ready_at limit $2${lock}`,
    [now, Math.ceil(limit / 2)],
  )
  const others = await transaction.all<TakenHost>(
    `select ${COLUMNS} from ${TABLES} where h.ready_at >= $2 and h.ready_at <= $1
       and h.host_id not in ${jsonIds(transaction.dialect, '$4')}
     order by h.ready_at limit $3${lock}`,
    [now, lowWater.from(now), limit - urgent.length, jsonOf(urgent.map(({ host_id }) => host_id))],
  )
  const [first] = others
  if (first !== undefined) lowWater.rise(first.ready_at)
  return [...urgent, ...others]
}
