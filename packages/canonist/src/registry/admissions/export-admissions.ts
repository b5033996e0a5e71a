import type { RegistryContext } from '../context.ts'
import { ADMISSION_COLUMNS, admittedOf, type AdmissionRow } from './admission-rows.ts'
import type { Admitted } from './admitted.ts'

/** Everything that was ever recorded, in the order in which it came. */
export async function* exportAdmissions({ database }: RegistryContext): AsyncGenerator<Admitted> {
  const rows = database.stream<AdmissionRow>(`select ${ADMISSION_COLUMNS} from admissions d order by d.id`)
  for await (const row of rows) yield admittedOf(row)
}
