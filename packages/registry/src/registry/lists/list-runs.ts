import type { ListPart, PartOptions } from '../../store/list-part.ts'
import { formatIndexedTable, type KeyRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import type { RegistryContext } from '../context.ts'
import { readRuns, type RegistryRun } from '../sql/runs.sql.ts'
import { listById } from './list-by-id.ts'

export interface RunListFilter {
  readonly kind?: string | undefined
}

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
  return listById(database, { ranges: [range], values, read: readRuns }, options)
}
