import type { Admission } from '../../admit/admission.ts'
import type { Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { toRawUrl } from '../spelling.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'
import type { AdmissionOptions } from './stored-admission.ts'
import { isWeaker, findProof, type Proof } from './proof.ts'

/** What keeping a record came to. */
export interface StoredRecord {
  readonly isInForce: boolean
  readonly isNew: boolean
  /** Whether another record, or none, was in force before. */
  readonly isChange: boolean
  /** What was recorded of the original before, oldest first. */
  readonly before: readonly Admission[]
  /** What is in force now. */
  readonly standing: Admission
}

/** As many changes of mind as anybody looks back at. */
const MAX_EARLIER = 50

/** Keeps the record of an original beside those from before, each once, and settles which is in force. */
export async function storeRecord(
  transaction: Transaction,
  admission: Admission,
  options: AdmissionOptions,
  { now, most = MAX_EARLIER }: { readonly now: number; readonly most?: number | undefined },
): Promise<StoredRecord> {
  const entry = toEntry(admission, options, now)
  // First as if there were none: of two who come at once the second waits here.
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

/** Of those that count. */
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
 * Who asked nobody, was answered by nobody, or did not find the page, has nothing to say against what was seen under the
 * same policy: whether a page is still there is for link health to tell, with patience.
 */
export function yieldsTo(late: RecordWeight, current: RecordWeight): boolean {
  return isWeaker(late.proof, current.proof) && current.policyVersion === late.policyVersion
}

/** What decides between two records of one original. */
interface RecordWeight {
  readonly proof: Proof
  readonly policyVersion: string
}

/** False where another one is in force. */
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
