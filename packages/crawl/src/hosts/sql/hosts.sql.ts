import type { Session } from '@canonist/registry/internal/store/database'
import { formatIndexedTable } from '@canonist/registry/internal/store/read-ranges'

/** A host with its clock; the columns of the clock are null if no process has requested or queued the host yet. */
export interface HostClockRow {
  readonly id: number
  readonly host: string
  readonly allowed_at: number | null
  readonly held_by: number | null
  readonly inflight: number | null
  readonly worker: string | null
  readonly robots_delay_ms: number | null
  readonly delay_ms: number | null
  readonly failures: number | null
  readonly failing_since: number | null
  readonly reason: string | null
  readonly is_down: number | null
  readonly is_paused: number | null
  readonly paused_until: number | null
}

const COLUMNS = `n.id, n.host, h.allowed_at, h.held_by, h.inflight, h.worker, h.robots_delay_ms, h.delay_ms, h.failures,
    h.failing_since, h.reason, h.is_down, h.is_paused, h.paused_until`
const SELECT = `select ${COLUMNS} from hosts n left join host_clocks h on h.host_id = n.id`

export async function findHostClock(session: Session, host: string): Promise<HostClockRow | null> {
  const [row] = await session.all<HostClockRow>(`${SELECT} where n.host = $1`, [host])
  return row ?? null
}

/** Sorts after every host with a prefix: host names are ASCII. */
const LAST = '\u{7f}'

/** Reads the hosts with a prefix after a name, in alphabetical order, from an index. */
export function readHostClocks(
  session: Session,
  { prefix, after, limit }: { readonly prefix: string; readonly after: string; readonly limit: number },
): Promise<HostClockRow[]> {
  return session.all<HostClockRow>(
    `${SELECT} where n.host > $1 and n.host >= $2 and n.host < $3 order by n.host limit $4`,
    [after, prefix, prefix + LAST, limit],
  )
}

/** Why the queue may not claim a host: it is down, or a person has paused it. */
export const HOST_CONDITIONS = ['down', 'paused'] as const
export type HostCondition = (typeof HOST_CONDITIONS)[number]

const CONDITIONS: Readonly<Record<HostCondition, { readonly index: string; readonly where: string }>> = {
  down: { index: 'host_clocks_down', where: 'h.is_down = 1' },
  paused: {
    index: 'host_clocks_paused',
    where: 'h.is_paused = 1 and (h.paused_until is null or h.paused_until > $3)',
  },
}

/** Reads the hosts in a condition after an id, in the order in which they were first seen, from the index of that condition. */
export function readHostsInCondition(
  session: Session,
  condition: HostCondition,
  { after, limit, now }: { readonly after: number; readonly limit: number; readonly now: number },
): Promise<HostClockRow[]> {
  const { index, where } = CONDITIONS[condition]
  // A cross join keeps SQLite from reading all hosts first.
  return session.all<HostClockRow>(
    `select ${COLUMNS} from ${formatIndexedTable(session.dialect, 'host_clocks h', index)} cross join hosts n
     where ${where} and n.id = h.host_id and h.host_id > $1 order by h.host_id limit $2`,
    condition === 'paused' ? [after, limit, now] : [after, limit],
  )
}

/** A host that is down. */
export interface FailingHost {
  readonly host: string
  readonly reason: string | null
  readonly failing_since: number
}

/** Reads the hosts that are down and have failed since a time or later, those that failed last first. */
export function readHostsFailingSince(session: Session, since: number, limit: number): Promise<FailingHost[]> {
  // The first condition is that of the partial index.
  return session.all<FailingHost>(
    `select n.host, h.reason, h.failing_since from host_clocks h cross join hosts n
     where (h.is_down = 1 or h.is_paused = 1) and h.is_down = 1 and h.failing_since > $1 and n.id = h.host_id
     order by h.failing_since desc, n.host limit $2`,
    [since, limit],
  )
}
