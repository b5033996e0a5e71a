import { Buffer } from 'node:buffer'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { REASONS, type AdmissionReason } from '@canonist/web/internal/admit/words'
import type { Transaction } from '../../store/database.ts'
import { deleteRejected, putRejected } from '../sql/write-rejected.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'

/** Adds the original to the rejected inputs, or updates its reason. */
export async function writeRejected(
  transaction: Transaction,
  { original }: Admission,
  reason: AdmissionReason,
  now: number,
): Promise<void> {
  const raw = Buffer.from(original)
  const message = `${REASONS[reason].says} ${REASONS[reason].fix}`
  await putRejected(transaction, { rawHash: hashRaw(raw), raw, code: reason, message }, now)
}

/** Removes an accepted original from the rejected inputs; its earlier records keep the history. */
export async function removeRejected(transaction: Transaction, { original }: Admission): Promise<void> {
  await deleteRejected(transaction, hashRaw(Buffer.from(original)))
}

const hashRaw = (raw: Buffer): Buffer => toHashBytes(hashShort(raw))
