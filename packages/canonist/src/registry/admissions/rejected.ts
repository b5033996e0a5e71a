import { Buffer } from 'node:buffer'
import type { Admission } from '../../admit/admission.ts'
import { REASONS, type Reason } from '../../admit/words.ts'
import type { Transaction } from '../../store/database.ts'
import { writeRefused } from '../ingest/write-refused.ts'
import { hashOf, storedHash } from '../stored-hash.ts'

/** Puts what was turned away among the rejected inputs, with the reason of now, and asks about each reason once. */
export async function putRejected(
  transaction: Transaction,
  { original }: Admission,
  reason: Reason,
  now: number,
): Promise<void> {
  const raw = Buffer.from(original)
  const rawHash = hashOf(raw)
  const { says, cure } = REASONS[reason]
  const message = `${says} ${cure}`
  await writeRefused(transaction, [{ raw, rawHash, code: reason, message, count: 1 }], now)
  await transaction.run('update rejected set code = $2, message = $3 where raw_hash = $1', [
    storedHash(rawHash),
    reason,
    message,
  ])
}

/** What is let in now is no longer rejected; that it was is told by its history. */
export async function takeFromRejected(transaction: Transaction, { original }: Admission): Promise<void> {
  await transaction.run('delete from rejected where raw_hash = $1', [storedHash(hashOf(Buffer.from(original)))])
}
