import type { Admission } from '@canonist/web/internal/admit/admission'
import type { ListPart, PartOptions } from '../../store/list-part.ts'
import { formatIndexedTable, type KeyRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { readAdmissions } from '../sql/admissions-read.sql.ts'
import type { StoredAdmission } from '../admissions/stored-admission.ts'
import type { RegistryContext } from '../context.ts'
import { listById } from './list-by-id.ts'

export interface AdmissionListFilter {
  readonly decision?: Admission['decision'] | undefined
}

const DECISIONS = ['accept', 'review', 'reject', 'pending'] as const satisfies readonly Admission['decision'][]

/** Lists the current admissions, one for each original, in the order in which they were recorded. */
export function listAdmissions(
  { database }: RegistryContext,
  { decision }: AdmissionListFilter,
  options: PartOptions,
): Promise<ListPart<StoredAdmission>> {
  const ranges = DECISIONS.filter((one) => decision === undefined || one === decision).map((one): KeyRange => ({
    lead: [['d.decision', `'${one}'`]],
    keys: ['d.id'],
    from: formatIndexedTable(database.dialect, 'admissions d', 'admissions_by_decision'),
    where: 'd.in_force = 1',
  }))
  return listById(database, { ranges, values: new SqlValues(), read: readAdmissions }, options)
}
