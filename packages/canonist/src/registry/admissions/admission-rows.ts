import type { Admission } from '../../admit/admission.ts'
import { isoTime } from '../page-rows.ts'
import type { Admitted } from './admitted.ts'

export interface AdmissionRow {
  readonly id: number
  readonly record: string
  readonly is_answered: number
  readonly first_seen: number
  readonly last_seen: number
  readonly count: number
  readonly in_force: number
}

/** Columns of an admission as `admittedOf` reads them, from admissions `d`. */
export const ADMISSION_COLUMNS = 'd.id, d.record, d.is_answered, d.first_seen, d.last_seen, d.count, d.in_force'

export function admittedOf(row: AdmissionRow): Admitted {
  return {
    id: row.id,
    ...(JSON.parse(row.record) as Admission),
    isInForce: row.in_force === 1,
    isAnswered: row.is_answered === 1,
    firstSeen: isoTime(row.first_seen),
    lastSeen: isoTime(row.last_seen),
    count: row.count,
  }
}
