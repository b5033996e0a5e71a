import { Buffer } from 'node:buffer'
import type { Admission } from '../../admit/admission.ts'
import { REASONS, type AdmissionReason } from '../../admit/words.ts'
import type { Transaction } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { hashShort, toHashBytes } from '../stored-hash.ts'

/** Adds the original to the rejected inputs, or updates its reason. */
export async function writeRejected(
  transaction: Transaction,
  { original }: Admission,
  reason: AdmissionReason,
  now: number,
): Promise<void> {
  const message = `${REASONS[reason].says} ${REASONS[reason].fix}`
  const hash = hashRaw(original)
  countRejected(transaction, reason, 1)
  const added = await transaction.run(
    `insert into rejected (raw_hash, raw, code, message, first_seen, last_seen, count)
     values ($1, $2, $3, $4, $5, $5, 1) on conflict (raw_hash) do nothing`,
    [hash, Buffer.from(original), reason, message, now],
  )
  if (added > 0) return
  const [known] = await transaction.all<{ readonly code: string }>(
    `select code from rejected where raw_hash = $1${formatRowLock(transaction.dialect)}`,
    [hash],
  )
  if (known !== undefined) countRejected(transaction, known.code, -1)
  await transaction.run(
    'update rejected set code = $2, message = $3, count = count + 1, last_seen = $4 where raw_hash = $1',
    [hash, reason, message, now],
  )
}

/** Removes an accepted original from the rejected inputs; its earlier records keep the history. */
export async function removeRejected(transaction: Transaction, { original }: Admission): Promise<void> {
  const gone = await transaction.all<{ readonly code: string }>(
    'delete from rejected where raw_hash = $1 returning code',
    [hashRaw(original)],
  )
  for (const { code } of gone) countRejected(transaction, code, -1)
}

export function countRejected(transaction: Transaction, code: string, by: number): void {
  transaction.count({ subject: 'rejected', name: code }, by)
}

const hashRaw = (original: string): Buffer => toHashBytes(hashShort(Buffer.from(original)))
