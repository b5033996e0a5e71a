import type { Session } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'

/** A long operation: an import, a rekey or the undo of a rekey. */
export interface RegistryRun {
  readonly id: number
  readonly kind: string
  /** The input of an import, or the target of a rekey. */
  readonly source: string
  /** The position that it has reached: a line, or the id of a page. */
  readonly position: number
  readonly state: 'running' | 'done'
  readonly report: unknown
  /** ISO 8601. */
  readonly startedAt: string
  readonly updatedAt: string
}

interface RunRow {
  readonly id: number
  readonly kind: string
  readonly source: string
  readonly position: number
  readonly state: RegistryRun['state']
  readonly report: string
  readonly started_at: number
  readonly updated_at: number
}

/** Reads runs by id, in any order. */
export async function readRuns(session: Session, ids: readonly number[]): Promise<RegistryRun[]> {
  const rows = await session.all<RunRow>(
    `select id, kind, source, position, state, report, started_at, updated_at from runs
     where id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  return rows.map(toRun)
}

function toRun({ started_at, updated_at, report, ...row }: RunRow): RegistryRun {
  return {
    ...row,
    report: JSON.parse(report) as unknown,
    startedAt: isoTime(started_at),
    updatedAt: isoTime(updated_at),
  }
}
