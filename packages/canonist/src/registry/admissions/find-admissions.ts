import type { RegistryContext } from '../context.ts'
import { asKept } from '../spelling.ts'
import { shortHash, storedHash } from '../stored-hash.ts'
import { ADMISSION_COLUMNS, admittedOf, type AdmissionRow } from './admission-rows.ts'
import type { Admitted } from './admitted.ts'

/** All that was recorded of a URL as an original or as a canonical URL: what is in force first, then the newest. */
export async function admissionsOf({ database }: RegistryContext, url: string): Promise<Admitted[]> {
  const rows = await database.all<AdmissionRow>(
    `select ${ADMISSION_COLUMNS} from admissions d where d.original_hash = $1 or d.canonical_hash = $1
     order by d.in_force desc, d.last_seen desc, d.id desc`,
    [storedHash(shortHash(asKept(url)))],
  )
  return rows.map(admittedOf)
}

/** What is in force of the URLs that lead to a page, and of those that it stands for. */
export async function admissionsOfPage({ database }: RegistryContext, pageId: number): Promise<Admitted[]> {
  // A union, since neither database uses two indexes for one "or" of subqueries.
  const rows = await database.all<AdmissionRow>(
    `select ${ADMISSION_COLUMNS} from admissions d where d.in_force = 1 and d.id in (
       select o.id from pages p join aliases a on a.page_id = p.id join admissions o on o.original_hash = a.raw_hash
       where p.id = $1 or p.merged_into = $1
       union
       select c.id from pages p join aliases a on a.page_id = p.id join admissions c on c.canonical_hash = a.raw_hash
       where p.id = $1 or p.merged_into = $1
     ) order by d.id`,
    [pageId],
  )
  return rows.map(admittedOf)
}
