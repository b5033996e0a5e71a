import type { Dialect, Transaction, Value } from '../../store/database.ts'
import { countRejected } from './update-rejected.ts'
import { raiseReviews, type RaisedReview } from '../reviews/raise-reviews.ts'
import { toHashBytes } from '../stored-hash.ts'
import type { SeenInvalidLine } from '../ingest/merge-lines.ts'

/** How long an invalid line is kept after it was last seen. */
export const KEEP_REJECTED_MS = 365 * 24 * 3_600_000
const FORGOTTEN_AT_ONCE = 1000

export interface InvalidLinesOptions {
  readonly now: number
  readonly keepMs: number
}

/** Stores invalid lines byte for byte, and raises one review for each error code. */
export async function writeInvalidLines(
  transaction: Transaction,
  invalidLines: readonly SeenInvalidLine[],
  { now, keepMs }: InvalidLinesOptions,
): Promise<void> {
  if (invalidLines.length === 0) return
  const forgotten = await transaction.all<{ readonly code: string }>(
    `delete from rejected where raw_hash in (select raw_hash from rejected
       where last_seen < $1 order by last_seen, raw_hash limit ${FORGOTTEN_AT_ONCE}) returning code`,
    [now - keepMs],
  )
  for (const { code } of forgotten) countRejected(transaction, code, -1)
  await transaction.stage('refused_lines', COLUMNS, toRows(invalidLines))
  for (const { code, lines } of await PUT_LINES[transaction.dialect](transaction, now))
    countRejected(transaction, code, lines)
  await raiseReviews(transaction, listCauses(invalidLines), now)
}

/** Lines that were not known before. */
interface NewLines {
  readonly code: string
  readonly lines: number
}

const PUT = `insert into rejected (raw_hash, raw, code, message, first_seen, last_seen, count)
  select raw_hash, raw, code, message, $1, $1, count from refused_lines where true order by raw_hash
  on conflict (raw_hash) do update set
    count = rejected.count + excluded.count, last_seen = excluded.last_seen`

/** As in `upsert`: new rows are recognized after the insert in PostgreSQL, and before it in SQLite. */
const PUT_LINES: Readonly<Record<Dialect, (transaction: Transaction, now: number) => Promise<NewLines[]>>> = {
  sqlite: async (transaction, now) => {
    const made = await transaction.all<NewLines>(
      `select code, count(*) as lines from refused_lines l
       where not exists (select 1 from rejected j where j.raw_hash = l.raw_hash) group by code`,
    )
    await transaction.run(PUT, [now])
    return made
  },
  postgres: (transaction, now) =>
    transaction.all<NewLines>(
      `with written as (${PUT} returning code, (xmax = 0) as is_new)
       select code, count(*) as lines from written where is_new group by code`,
      [now],
    ),
}

const COLUMNS = 'raw_hash bytes, raw bytes, code text, message text, count integer'

function* toRows(invalidLines: readonly SeenInvalidLine[]): Generator<readonly Value[]> {
  for (const { rawHash, raw, code, message, count } of invalidLines)
    yield [toHashBytes(rawHash), raw, code, message, count]
}

function listCauses(invalidLines: readonly SeenInvalidLine[]): RaisedReview[] {
  const counts = new Map<string, number>()
  for (const { code, count } of invalidLines) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].map(([code, count]) => ({ kind: 'rejected_input', subject: code, detail: {}, count }))
}
