import type { ListPart, PartOptions } from '../../store/list-part.ts'
import { formatIndexedTable, type KeyRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import type { RegistryContext } from '../context.ts'
import { isoTime } from '../../text/iso-time.ts'
import { listById } from './list-by-id.ts'

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

export interface RunListFilter {
  readonly kind?: string | undefined
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

const SELECT = 'select id, kind, source, position, state, report, started_at, updated_at from runs where id'

/** Lists the runs, oldest first. */
export function listRuns(
  { database }: RegistryContext,
  { kind }: RunListFilter,
  options: PartOptions,
): Promise<ListPart<RegistryRun>> {
  const values = new SqlValues()
  const range: KeyRange =
    kind === undefined
      ? { keys: ['id'], from: 'runs', where: 'id > 0' }
      : {
          lead: [['kind', values.put(kind)]],
          keys: ['id'],
          from: formatIndexedTable(database.dialect, 'runs', 'runs_kind'),
        }
  return listById(database, { ranges: [range], values, select: SELECT, toItem: toRun }, options)
}

function toRun({ started_at, updated_at, report, ...row }: RunRow): RegistryRun {
  return {
    ...row,
    report: JSON.parse(report) as unknown,
    startedAt: isoTime(started_at),
    updatedAt: isoTime(updated_at),
  }
}
