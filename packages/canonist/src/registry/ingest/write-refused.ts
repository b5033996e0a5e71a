import type { Transaction, Value } from '../../store/database.ts'
import { raiseReviews, type RaisedReview } from '../reviews/raise-reviews.ts'
import { storedHash } from '../stored-hash.ts'
import type { SeenRefused } from './merge-lines.ts'

/** Keeps what could not be normalized, byte for byte, and asks a person about it: once for each code. */
export async function writeRefused(
  transaction: Transaction,
  refused: readonly SeenRefused[],
  now: number,
): Promise<void> {
  if (refused.length === 0) return
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
