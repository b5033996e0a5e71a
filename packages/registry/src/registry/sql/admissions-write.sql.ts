import type { Policy } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'

/**
 * The only writer of `admissions` and `admission_policies`. An original has any number of records, of which at most one is current
 * (`in_force`).
 */

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
