import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Session } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { RegistryContext } from '../context.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'
import type { StoredAdmission } from '../admissions/stored-admission.ts'
import { definePolicy, PolicyError, type Policy, type PolicySpec } from '@canonist/core'

// Commands that only look something up load this file, and not the one that writes.

interface AdmissionRow {
  readonly id: number
  readonly record: string
  readonly is_answered: number
  readonly first_seen: number
  readonly last_seen: number
  readonly count: number
  readonly in_force: number
}

/** The columns that `toAdmitted` reads, from admissions `d`. */
const ADMISSION_COLUMNS = 'd.id, d.record, d.is_answered, d.first_seen, d.last_seen, d.count, d.in_force'

function toAdmitted(row: AdmissionRow): StoredAdmission {
  return {
    id: row.id,
    ...(JSON.parse(row.record) as Admission),
    isCurrent: row.in_force === 1,
    isAnswered: row.is_answered === 1,
    firstSeen: isoTime(row.first_seen),
    lastSeen: isoTime(row.last_seen),
    count: row.count,
  }
}

/** Finds the records that have this URL as original or canonical URL: the current ones first, then the newest. */
export async function findAdmissions({ database }: RegistryContext, url: string): Promise<StoredAdmission[]> {
  const rows = await database.all<AdmissionRow>(
    `select ${ADMISSION_COLUMNS} from admissions d where d.original_hash = $1 or d.canonical_hash = $1
     order by d.in_force desc, d.last_seen desc, d.id desc`,
    [toHashBytes(hashShort(toRawUrl(url)))],
  )
  return rows.map(toAdmitted)
}

/** Finds the current records whose original or canonical URL is an alias of a page. */
export async function findPageAdmissions({ database }: RegistryContext, pageId: number): Promise<StoredAdmission[]> {
  // A union, because neither database uses two indexes for an "or" of subqueries.
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
  return rows.map(toAdmitted)
}

/** Streams all records in the order in which they were made. */
export async function* exportAdmissions({ database }: RegistryContext): AsyncGenerator<StoredAdmission> {
  const rows = database.stream<AdmissionRow>(`select ${ADMISSION_COLUMNS} from admissions d order by d.id`)
  for await (const row of rows) yield toAdmitted(row)
}

/** Reads records by id, in any order. */
export async function readAdmissions(session: Session, ids: readonly number[]): Promise<StoredAdmission[]> {
  const rows = await session.all<AdmissionRow>(
    `select ${ADMISSION_COLUMNS} from admissions d where d.id in ${selectJsonIds(session.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  return rows.map(toAdmitted)
}

/** Finds the canonical URL of the current record of an original, or of the first one with a dedupe key; null if there is none. */
export async function findCanonical(
  session: Session,
  by: { readonly original: string } | { readonly dedupeKey: string },
): Promise<string | null> {
  const [column, text] = 'original' in by ? ['original_hash', by.original] : ['dedupe_hash', by.dedupeKey]
  const [row] = await session.all<{ readonly canonical: string }>(
    `select canonical from admissions where in_force = 1 and canonical is not null and ${column} = $1 order by id limit 1`,
    [toHashBytes(hashShort(text))],
  )
  return row?.canonical ?? null
}

/** Lists the other canonical URLs of current records with the same dedupe key, in the order in which they were first recorded. */
export async function listTwinUrls(session: Session, { dedupeKey }: Admission, canonical: string): Promise<string[]> {
  const rows = await session.all<{ readonly canonical: string }>(
    `select canonical from admissions where in_force = 1 and dedupe_hash = $1 and canonical_hash <> $2
     group by canonical order by min(id)`,
    [toHashBytes(hashShort(dedupeKey)), toHashBytes(hashShort(canonical))],
  )
  return rows.map((row) => row.canonical)
}

/** Finds the policy of the newest current admission; null if there is none, or if this build cannot read it. */
export async function findNewestAdmissionPolicy(session: Session): Promise<Policy | null> {
  const [row] = await session.all<{ readonly spec: string }>(
    `select p.spec from admissions d join admission_policies p on p.version = d.policy_version
     where d.in_force = 1 order by d.last_seen desc, d.id desc limit 1`,
  )
  return row === undefined ? null : readPolicy(row.spec)
}

function readPolicy(spec: string): Policy | null {
  try {
    return definePolicy(JSON.parse(spec) as PolicySpec)
  } catch (error) {
    if (error instanceof PolicyError) return null
    throw error
  }
}
