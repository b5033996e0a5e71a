import type { Admission } from '../../admit/admission.ts'
import type { Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'
import type { AdmissionOptions } from './stored-admission.ts'
import { isWeaker, findProof, type Proof } from './proof.ts'

/** The result of storing a record. */
export interface StoredRecord {
  readonly isInForce: boolean
  readonly isNew: boolean
  /** Whether another record, or none, was current before. */
  readonly isChange: boolean
  /** Earlier records of the original, oldest first. */
  readonly before: readonly Admission[]
  /** The record that is current now. */
  readonly standing: Admission
}

/** Earlier records to keep for each original. */
const MAX_EARLIER = 50

/** Stores the record of an original beside the earlier ones, each once, and decides which is current. */
export async function storeRecord(
  transaction: Transaction,
  admission: Admission,
  options: AdmissionOptions,
  { now, most = MAX_EARLIER }: { readonly now: number; readonly most?: number | undefined },
): Promise<StoredRecord> {
  const entry = toEntry(admission, options, now)
  // Insert first as if there were none: of two concurrent transactions the second waits here.
  if (await insert(transaction, entry, true)) {
    count(transaction, admission, 1)
    return { isInForce: true, isNew: true, isChange: true, before: [], standing: admission }
  }
  const rows = await lockRecords(transaction, entry.originalHash)
  const same = rows.find(({ record }) => record === entry.record)
  const current = rows.find(({ in_force }) => in_force === 1)
  const isInForce =
    current === undefined || current === same || !yieldsTo({ ...admission, proof: entry.proof }, readWeight(current))
  if (isInForce && current !== undefined && current !== same) {
    await deactivateRecord(transaction, current.id)
    count(transaction, readAdmission(current), -1)
  }
  if (isInForce && (same === undefined || same.in_force === 0)) count(transaction, admission, 1)
  if (same === undefined) await insert(transaction, entry, isInForce)
  else await touch(transaction, same.id, isInForce, entry)
  if (rows.length > most) await deleteOldest(transaction, entry.originalHash, most)
  const before = rows.map(readAdmission)
  const standing = isInForce ? admission : readAdmission(current)
  const isChange = isInForce && (same === undefined || current !== same)
  return { isInForce, isNew: same === undefined, isChange, before, standing }
}

/** Changes the count of current admissions. */
function count(transaction: Transaction, { decision }: Admission, by: number): void {
  transaction.count({ subject: 'admissions', name: decision }, by)
}

interface Entry {
  readonly originalHash: Uint8Array
  readonly admission: Admission
  readonly proof: Proof
  readonly record: string
  readonly now: number
}

function toEntry(admission: Admission, options: AdmissionOptions, now: number): Entry {
  return {
    originalHash: toHashBytes(hashShort(toRawUrl(admission.original))),
    admission,
    proof: findProof(admission, options),
    record: JSON.stringify(admission),
    now,
  }
}

interface KeptRow {
  readonly id: number
  readonly record: string
  readonly policy_version: string
  readonly is_answered: number
  readonly in_force: number
}

function lockRecords(transaction: Transaction, originalHash: Uint8Array): Promise<KeptRow[]> {
  return transaction.all<KeptRow>(
    `select id, record, policy_version, is_answered, in_force from admissions where original_hash = $1 order by id${formatRowLock(transaction.dialect)}`,
    [originalHash],
  )
}

const readAdmission = ({ record }: KeptRow): Admission => JSON.parse(record) as Admission

const readWeight = (row: KeptRow): RecordWeight => ({
  proof: findProof(readAdmission(row), { offline: row.is_answered === 0 }),
  policyVersion: row.policy_version,
})

/**
 * Whether a new record leaves the current one in place. A record without a request, a response or a page found does not replace a better one
 * under the same policy: link health decides, over time, whether a page is gone.
 */
export function yieldsTo(late: RecordWeight, current: RecordWeight): boolean {
  return isWeaker(late.proof, current.proof) && current.policyVersion === late.policyVersion
}

/** What decides between two records of one original. */
interface RecordWeight {
  readonly proof: Proof
  readonly policyVersion: string
}

/** Returns false if another record is current. */
async function insert(transaction: Transaction, entry: Entry, isInForce: boolean): Promise<boolean> {
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
      entry.proof === 'none' ? 0 : 1,
      entry.record,
      entry.now,
      isInForce ? 1 : 0,
    ],
  )
  return inserted === 1
}

async function deleteOldest(transaction: Transaction, originalHash: Uint8Array, most: number): Promise<void> {
  await transaction.run(
    `delete from admissions where original_hash = $1 and in_force = 0 and id not in (select id from admissions
       where original_hash = $1 and in_force = 0 order by last_seen desc, id desc limit $2)`,
    [originalHash, most],
  )
}

async function deactivateRecord(transaction: Transaction, id: number): Promise<void> {
  await transaction.run('update admissions set in_force = 0 where id = $1', [id])
}

async function touch(transaction: Transaction, id: number, isInForce: boolean, { now, proof }: Entry): Promise<void> {
  await transaction.run(
    `update admissions set last_seen = $2, count = count + 1,
       in_force = case when $3 = 1 then 1 else in_force end, is_answered = case when $4 = 1 then 1 else is_answered end
     where id = $1`,
    [id, now, isInForce ? 1 : 0, proof === 'none' ? 0 : 1],
  )
}
