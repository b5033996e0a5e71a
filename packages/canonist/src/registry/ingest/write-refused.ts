import type { Transaction, Value } from '../../store/database.ts'
import { raiseReviews, type RaisedReview } from '../reviews/raise-reviews.ts'
import { storedHash } from '../stored-hash.ts'
import type { SeenRefused } from './merge-lines.ts'

/** How long an invalid line is kept after it was last seen. */
export const KEEP_REJECTED_MS = 365 * 24 * 3_600_000
const FORGOTTEN_AT_ONCE = 1000

export interface RefusedOptions {
  readonly now: number
  readonly keepMs: number
}

/** Keeps what could not be normalized, byte for byte, and asks a person about it: once for each code. */
export async function writeRefused(
  transaction: Transaction,
  refused: readonly SeenRefused[],
  { now, keepMs }: RefusedOptions,
): Promise<void> {
  if (refused.length === 0) return
  await transaction.run(
    `delete from rejected where raw_hash in (select raw_hash from rejected
       where last_seen < $1 order by last_seen, raw_hash limit ${FORGOTTEN_AT_ONCE})`,
    [now - keepMs],
  )
  await transaction.stage('refused_lines', COLUMNS, rowsOf(refused))
  await transaction.run(
    `insert into rejected (raw_hash, raw, code, message, first_seen, last_seen, count)
     select raw_hash, raw, code, message, $1, $1, count from refused_lines where true order by raw_hash
     on conflict (raw_hash) do update set
       count = rejected.count + excluded.count, last_seen = excluded.last_seen`,
    [now],
  )
  await raiseReviews(transaction, causesOf(refused), now)
}

const COLUMNS = 'raw_hash bytes, raw bytes, code text, message text, count integer'

function* rowsOf(refused: readonly SeenRefused[]): Generator<readonly Value[]> {
  for (const { rawHash, raw, code, message, count } of refused) yield [storedHash(rawHash), raw, code, message, count]
}

function causesOf(refused: readonly SeenRefused[]): RaisedReview[] {
  const counts = new Map<string, number>()
  for (const { code, count } of refused) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].map(([code, count]) => ({ kind: 'rejected_input', subject: code, detail: {}, count }))
}
