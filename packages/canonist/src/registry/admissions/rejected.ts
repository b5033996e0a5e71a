import { Buffer } from 'node:buffer'
import type { Admission } from '../../admit/admission.ts'
import { REASONS, type Reason } from '../../admit/words.ts'
import type { Transaction } from '../../store/database.ts'
import { shortHash, storedHash } from '../stored-hash.ts'

/** Puts what was turned away among the rejected inputs, with the reason of now. */
export async function putRejected(
  transaction: Transaction,
  { original }: Admission,
  reason: Reason,
  now: number,
): Promise<void> {
  const message = `${REASONS[reason].says} ${REASONS[reason].fix}`
  await transaction.run(
    `insert into rejected (raw_hash, raw, code, message, first_seen, last_seen, count)
     values ($1, $2, $3, $4, $5, $5, 1)
     on conflict (raw_hash) do update set code = excluded.code, message = excluded.message,
       count = rejected.count + 1, last_seen = excluded.last_seen`,
    [rawHash(original), Buffer.from(original), reason, message, now],
  )
}

/** What is let in now is no longer rejected; that it was is told by its history. */
export async function takeFromRejected(transaction: Transaction, { original }: Admission): Promise<void> {
  await transaction.run('delete from rejected where raw_hash = $1', [rawHash(original)])
}

const rawHash = (original: string): Buffer => storedHash(shortHash(Buffer.from(original)))
