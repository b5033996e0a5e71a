import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { SqlValues } from '@canonist/registry/internal/store/sql-values'
import type { Run, RunFailure, RunKind, RunProgress, RunState } from './run.ts'

/** Everything that is read from and written to `service_runs`. */

export interface RunRow {
  readonly id: number
  readonly kind: RunKind
  readonly options: string
  readonly state: RunState
  readonly started_by: string
  readonly progress: string
  readonly result: string | null
  readonly error: string | null
  readonly cancel_wanted: number
  readonly attempts: number
  readonly created_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
}

export const RUN_COLUMNS =
  'id, kind, options, state, started_by, progress, result, error, cancel_wanted, attempts, created_at, started_at, ended_at'

export function toRun(row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind,
    options: JSON.parse(row.options) as Run['options'],
    state: row.state,
    startedBy: row.started_by,
    progress: JSON.parse(row.progress) as RunProgress,
    result: row.result === null ? null : (JSON.parse(row.result) as unknown),
    error: row.error === null ? null : (JSON.parse(row.error) as RunFailure),
    isCancelWanted: row.cancel_wanted === 1,
    attempts: row.attempts,
    createdAt: isoTime(row.created_at),
    startedAt: row.started_at === null ? null : isoTime(row.started_at),
    endedAt: row.ended_at === null ? null : isoTime(row.ended_at),
  }
}

export async function readRun(session: Session, id: number): Promise<Run | null> {
  const [row] = await session.all<RunRow>(`select ${RUN_COLUMNS} from service_runs where id = $1`, [id])
  return row === undefined ? null : toRun(row)
}

/** How long a run is kept after its end. */
export const RUN_KEPT_MS = 30 * 24 * 3_600_000
const FORGOTTEN_AT_ONCE = 100

/** With their logs and items. */
export async function forgetOldRuns(transaction: Transaction, now: number): Promise<void> {
  await transaction.run(
    `delete from service_runs where id in (
       select id from service_runs where ended_at < $1 order by id limit ${FORGOTTEN_AT_ONCE})`,
    [now - RUN_KEPT_MS],
  )
}

export interface NewRun {
  readonly kind: RunKind
  readonly options: Readonly<Record<string, unknown>>
  readonly startedBy: string
  readonly progress: RunProgress
  readonly owner: string
  readonly uploadId: number | null
}

export async function insertRun(transaction: Transaction, run: NewRun, now: number): Promise<Run> {
  const [row] = await transaction.all<RunRow>(
    `insert into service_runs (kind, options, state, started_by, progress, owner, seen_at, created_at, upload_id)
     values ($1, $2, 'queued', $3, $4, $5, $6, $6, $7) returning ${RUN_COLUMNS}`,
    [run.kind, toSqlJson(run.options), run.startedBy, toSqlJson(run.progress), run.owner, now, run.uploadId],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return toRun(row)
}

/** Takes up a run that has ended early; null where it is not one of those, or where another process was faster. */
export async function requeueRun(
  transaction: Transaction,
  { id, owner }: { readonly id: number; readonly owner: string },
  now: number,
): Promise<Run | null> {
  const [row] = await transaction.all<RunRow>(
    `update service_runs set state = 'queued', owner = $2, seen_at = $3, cancel_wanted = 0, error = null, ended_at = null
     where id = $1 and state in ('interrupted', 'failed', 'cancelled') returning ${RUN_COLUMNS}`,
    [id, owner, now],
  )
  return row === undefined ? null : toRun(row)
}

/** The owner begins; null where the run is no longer the owner's. */
export async function beginRun(transaction: Transaction, id: number, owner: string, now: number): Promise<Run | null> {
  const [row] = await transaction.all<RunRow>(
    `update service_runs set state = 'running', started_at = coalesce(started_at, $3), seen_at = $3, attempts = attempts + 1
     where id = $1 and owner = $2 and state = 'queued' returning ${RUN_COLUMNS}`,
    [id, owner, now],
  )
  return row === undefined ? null : toRun(row)
}

/** The owner is alive and has come so far; null where the run is no longer the owner's. */
export async function renewRun(
  transaction: Transaction,
  { id, owner, progress }: { readonly id: number; readonly owner: string; readonly progress: RunProgress },
  now: number,
): Promise<Run | null> {
  const [row] = await transaction.all<RunRow>(
    `update service_runs set seen_at = $3, progress = $4
     where id = $1 and owner = $2 and state in ('queued', 'running') returning ${RUN_COLUMNS}`,
    [id, owner, now, toSqlJson(progress)],
  )
  return row === undefined ? null : toRun(row)
}

export interface RunEnd {
  readonly state: Exclude<RunState, 'queued' | 'running'>
  readonly progress: RunProgress
  readonly result?: unknown
  readonly error?: RunFailure | undefined
}

export async function endRun(
  transaction: Transaction,
  { id, owner }: { readonly id: number; readonly owner: string },
  { state, progress, result, error }: RunEnd,
  now: number,
): Promise<Run | null> {
  const [row] = await transaction.all<RunRow>(
    `update service_runs set state = $3, progress = $4, result = $5, error = $6, ended_at = $7, owner = null
     where id = $1 and owner = $2 and state in ('queued', 'running') returning ${RUN_COLUMNS}`,
    [
      id,
      owner,
      state,
      toSqlJson(progress),
      result === undefined ? null : toSqlJson(result),
      error === undefined ? null : toSqlJson(error),
      now,
    ],
  )
  return row === undefined ? null : toRun(row)
}

export async function requestCancel(transaction: Transaction, id: number): Promise<Run | null> {
  const [row] = await transaction.all<RunRow>(
    `update service_runs set cancel_wanted = 1 where id = $1 and state in ('queued', 'running') returning ${RUN_COLUMNS}`,
    [id],
  )
  return row === undefined ? null : toRun(row)
}

export interface ActiveRun {
  readonly id: number
  readonly owner: string
  readonly seen_at: number
}

export function readActiveRuns(session: Session): Promise<ActiveRun[]> {
  return session.all<ActiveRun>(
    `select id, owner, seen_at from service_runs where state in ('queued', 'running') order by id`,
  )
}

/** The process that worked on a run is gone; null where it has moved meanwhile. */
export async function interruptRun(transaction: Transaction, run: ActiveRun, now: number): Promise<Run | null> {
  const [row] = await transaction.all<RunRow>(
    `update service_runs set state = 'interrupted', ended_at = $4, owner = null
     where id = $1 and owner = $2 and seen_at = $3 and state in ('queued', 'running') returning ${RUN_COLUMNS}`,
    [run.id, run.owner, run.seen_at, now],
  )
  return row === undefined ? null : toRun(row)
}

/** The newest first. A run has one kind and one state, so an index of either leads to few others. */
export async function readRunsBefore(
  session: Session,
  { kind, state }: { readonly kind?: RunKind | undefined; readonly state?: RunState | undefined },
  id: number,
  limit: number,
): Promise<Run[]> {
  const values = new SqlValues([id, limit])
  const conditions = ['id < $1']
  if (kind !== undefined) conditions.push(`kind = ${values.put(kind)}`)
  if (state !== undefined) conditions.push(`state = ${values.put(state)}`)
  const rows = await session.all<RunRow>(
    `select ${RUN_COLUMNS} from service_runs where ${conditions.join(' and ')} order by id desc limit $2`,
    values.list,
  )
  return rows.map(toRun)
}
