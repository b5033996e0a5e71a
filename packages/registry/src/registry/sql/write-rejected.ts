import type { Dialect, Transaction, Value } from '../../store/database.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { toHashBytes } from '../stored-hash.ts'
import type { SeenInvalidLine } from '../ingest/merge-lines.ts'

/** The only writer of `rejected`. Each function makes one change within the caller's transaction, and keeps the stored counts right. */

const countRejected = (transaction: Transaction, code: string, by: number): void =>
  transaction.count({ subject: 'rejected', name: code }, by)

/** A rejected input. */
export interface Rejection {
  readonly rawHash: Uint8Array
  readonly raw: Uint8Array
  readonly code: string
  readonly message: string
}

/** Adds a rejected input, or counts it again with its new reason. */
export async function putRejected(
  transaction: Transaction,
  { rawHash, raw, code, message }: Rejection,
  now: number,
): Promise<void> {
  countRejected(transaction, code, 1)
  const added = await transaction.run(
    `insert into rejected (raw_hash, raw, code, message, first_seen, last_seen, count)
     values ($1, $2, $3, $4, $5, $5, 1) on conflict (raw_hash) do nothing`,
    [rawHash, raw, code, message, now],
  )
  if (added > 0) return
  const [known] = await transaction.all<{ readonly code: string }>(
    `select code from rejected where raw_hash = $1${formatRowLock(transaction.dialect)}`,
    [rawHash],
  )
  if (known !== undefined) countRejected(transaction, known.code, -1)
  await transaction.run(
    'update rejected set code = $2, message = $3, count = count + 1, last_seen = $4 where raw_hash = $1',
    [rawHash, code, message, now],
  )
}

export async function deleteRejected(transaction: Transaction, rawHash: Uint8Array): Promise<void> {
  const gone = await transaction.all<{ readonly code: string }>(
    'delete from rejected where raw_hash = $1 returning code',
    [rawHash],
  )
  for (const { code } of gone) countRejected(transaction, code, -1)
}

const FORGOTTEN_AT_ONCE = 1000

/** Deletes some of the inputs that were last seen before a time. */
export async function forgetOldRejected(transaction: Transaction, before: number): Promise<void> {
  const forgotten = await transaction.all<{ readonly code: string }>(
    `delete from rejected where raw_hash in (select raw_hash from rejected
       where last_seen < $1 order by last_seen, raw_hash limit ${FORGOTTEN_AT_ONCE}) returning code`,
    [before],
  )
  for (const { code } of forgotten) countRejected(transaction, code, -1)
}

/** Adds invalid lines, byte for byte, or counts them again. */
export async function putInvalidLines(
  transaction: Transaction,
  invalidLines: readonly SeenInvalidLine[],
  now: number,
): Promise<void> {
  await transaction.stage('refused_lines', COLUMNS, toRows(invalidLines))
  for (const { code, lines } of await PUT_LINES[transaction.dialect](transaction, now))
    countRejected(transaction, code, lines)
}

const COLUMNS = 'raw_hash bytes, raw bytes, code text, message text, count integer'

function* toRows(invalidLines: readonly SeenInvalidLine[]): Generator<readonly Value[]> {
  for (const { rawHash, raw, code, message, count } of invalidLines)
    yield [toHashBytes(rawHash), raw, code, message, count]
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
