import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Transaction } from '../../store/database.ts'
import { toRawUrl } from '../spelling.ts'
import {
  addRecord,
  countRecordAgain,
  deactivateRecord,
  deleteOldestRecords,
  lockRecords,
  type NewRecord,
  type RecordRow,
} from '../sql/admissions-write.sql.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'
import type { AdmissionOptions } from './stored-admission.ts'
import { isWeaker, findProof, type Proof } from './proof.ts'

/** The result of storing a record. */
export interface StoredRecord {
  readonly isCurrent: boolean
  readonly isNew: boolean
  /** Whether another record, or none, was current before. */
  readonly isChange: boolean
  /** Earlier records of the original, oldest first. */
  readonly before: readonly Admission[]
  /** The record that is current now. */
  readonly standing: Admission
}

/** Earlier records to keep for each original. */
export const MAX_EARLIER_RECORDS = 50

/** Stores the record of an original beside the earlier ones, each once, and decides which is current. */
export async function storeRecord(
  transaction: Transaction,
  admission: Admission,
  options: AdmissionOptions,
  { now, most = MAX_EARLIER_RECORDS }: { readonly now: number; readonly most?: number | undefined },
): Promise<StoredRecord> {
  const entry = toEntry(admission, options, now)
  // Insert first as if there were none: of two concurrent transactions the second waits here.
  if (await addRecord(transaction, entry, true)) {
    count(transaction, admission, 1)
    return { isCurrent: true, isNew: true, isChange: true, before: [], standing: admission }
  }
  const rows = await lockRecords(transaction, entry.originalHash)
  const same = rows.find(({ record }) => record === entry.record)
  const current = rows.find(({ in_force }) => in_force === 1)
  const isCurrent =
    current === undefined || current === same || !yieldsTo({ ...admission, proof: entry.proof }, readWeight(current))
  if (isCurrent && current !== undefined && current !== same) {
    await deactivateRecord(transaction, current.id)
    count(transaction, readAdmission(current), -1)
  }
  if (isCurrent && (same === undefined || same.in_force === 0)) count(transaction, admission, 1)
  if (same === undefined) await addRecord(transaction, entry, isCurrent)
  else await countRecordAgain(transaction, same.id, { ...entry, isCurrent })
  if (rows.length > most) await deleteOldestRecords(transaction, entry.originalHash, most)
  const before = rows.map(readAdmission)
  const standing = isCurrent ? admission : readAdmission(current)
  const isChange = isCurrent && (same === undefined || current !== same)
  return { isCurrent, isNew: same === undefined, isChange, before, standing }
}

/** Changes the count of current admissions. */
function count(transaction: Transaction, { decision }: Admission, by: number): void {
  transaction.count({ subject: 'admissions', name: decision }, by)
}

interface Entry extends NewRecord {
  readonly proof: Proof
}

function toEntry(admission: Admission, options: AdmissionOptions, now: number): Entry {
  const proof = findProof(admission, options)
  return {
    originalHash: toHashBytes(hashShort(toRawUrl(admission.original))),
    admission,
    proof,
    isAnswered: proof !== 'none',
    record: JSON.stringify(admission),
    now,
  }
}

const readAdmission = ({ record }: RecordRow): Admission => JSON.parse(record) as Admission

const readWeight = (row: RecordRow): RecordWeight => ({
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
