import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Session, Transaction } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { RegistryContext } from '../context.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'
import type { StoredAdmission } from '../admissions/stored-admission.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { definePolicy, PolicyError, type Policy, type PolicySpec } from '@canonist/core'

/**
 * Reads and writes `admissions` and `admission_policies`, and is their only writer. An original has any number of records, of which at most
 * one is current (`in_force`).
 */

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

/** A record to store. */
export interface NewRecord {
  readonly originalHash: Uint8Array
  readonly admission: Admission
  readonly isAnswered: boolean
  /** The admission as JSON. */
  readonly record: string
  readonly now: number
}

/** Adds a record; returns false, and adds nothing, if it is to be current and another record is. */
export async function addRecord(transaction: Transaction, entry: NewRecord, isCurrent: boolean): Promise<boolean> {
  const { original, decision, reason, canonical, dedupeKey, policyVersion } = entry.admission
  const inserted = await transaction.run(
    `insert into admissions (original_hash, original, decision, reason, canonical, canonical_hash, dedupe_hash,
       policy_version, is_answered, record, first_seen, last_seen, count, in_force)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 1, $12)
     on conflict (original_hash) where in_force = 1 do nothing`,
    [
      entry.originalHash,
      toRawUrl(original),
      decision,
      reason,
      canonical,
      canonical === null ? null : toHashBytes(hashShort(canonical)),
      canonical === null ? null : toHashBytes(hashShort(dedupeKey)),
      policyVersion,
      entry.isAnswered ? 1 : 0,
      entry.record,
      entry.now,
      isCurrent ? 1 : 0,
    ],
  )
  return inserted === 1
}

export interface RecordRow {
  readonly id: number
  /** JSON. */
  readonly record: string
  readonly policy_version: string
  readonly is_answered: number
  readonly in_force: number
}

/** Locks the records of an original until the transaction ends and returns them, oldest first. */
export function lockRecords(transaction: Transaction, originalHash: Uint8Array): Promise<RecordRow[]> {
  return transaction.all<RecordRow>(
    `select id, record, policy_version, is_answered, in_force from admissions
     where original_hash = $1 order by id${formatRowLock(transaction.dialect)}`,
    [originalHash],
  )
}

/** Counts a record again. What it has is kept: being current, and having been answered. */
export async function countRecordAgain(
  transaction: Transaction,
  id: number,
  { isCurrent, isAnswered, now }: { readonly isCurrent: boolean; readonly isAnswered: boolean; readonly now: number },
): Promise<void> {
  await transaction.run(
    `update admissions set last_seen = $2, count = count + 1,
       in_force = case when $3 = 1 then 1 else in_force end, is_answered = case when $4 = 1 then 1 else is_answered end
     where id = $1`,
    [id, now, isCurrent ? 1 : 0, isAnswered ? 1 : 0],
  )
}

/** Keeps a record as an earlier one. */
export async function deactivateRecord(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('update admissions set in_force = 0 where id = $1', [id])
}

/** Deletes the oldest earlier records of an original, so that `most` remain. */
export async function deleteOldestRecords(
  transaction: Transaction,
  originalHash: Uint8Array,
  most: number,
): Promise<void> {
  await transaction.run(
    `delete from admissions where original_hash = $1 and in_force = 0 and id not in (select id from admissions
       where original_hash = $1 and in_force = 0 order by last_seen desc, id desc limit $2)`,
    [originalHash, most],
  )
}

/** Stores the whole policy of an admission: link health needs its allowlist and priorities as long as the pages exist. */
export async function writeAdmissionPolicy(
  transaction: Transaction,
  version: string,
  { name, spec }: Policy,
  now: number,
): Promise<void> {
  await transaction.run(
    'insert into admission_policies (version, name, spec, added_at) values ($1, $2, $3, $4) on conflict do nothing',
    [version, name, JSON.stringify(spec), now],
  )
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
