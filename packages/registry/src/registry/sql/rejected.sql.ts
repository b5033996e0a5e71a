import { Buffer, isUtf8 } from 'node:buffer'
import type { Database, Session, Dialect, Transaction, Value } from '../../store/database.ts'
import { selectJsonRows, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { ExportedRejected } from '../exported.ts'
import { toRawUrl } from '../spelling.ts'
import { formatRowLock } from '../../store/row-lock.ts'
import { toHashBytes } from '../stored-hash.ts'
import type { SeenInvalidLine } from '../ingest/merge-lines.ts'

/**
 * Reads and writes `rejected`, and is its only writer. Each function that writes makes one change within the caller's transaction, and keeps
 * the stored counts right.
 */

interface RejectedRow {
  readonly raw: Uint8Array
  readonly code: string
  readonly message: string
  readonly count: number
  readonly first_seen: number
  readonly last_seen: number
}

/** The columns that `toRejected` reads, from rejected `j`. */
const REJECTED_COLUMNS = 'j.raw, j.code, j.message, j.count, j.first_seen, j.last_seen'

function toRejected({ raw, code, message, count, first_seen, last_seen }: RejectedRow): ExportedRejected {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  const times = { firstSeen: isoTime(first_seen), lastSeen: isoTime(last_seen) }
  const rawBytes = isUtf8(bytes) ? null : bytes.toString('base64')
  return { rawUrl: toRawUrl(bytes.toString()), rawBytes, code, message, count, ...times }
}

/** Streams all rejected inputs. */
export async function* streamRejected(database: Database): AsyncGenerator<ExportedRejected> {
  const rows = database.stream<RejectedRow>(`select ${REJECTED_COLUMNS} from rejected j order by j.raw_hash`)
  for await (const row of rows) yield toRejected(row)
}

/** Reads rejected inputs in the order of their hashes (hex); skips unknown ones. */
export async function readRejected(session: Session, hashes: readonly string[]): Promise<ExportedRejected[]> {
  const columns = { number: 'integer', hash: 'bytes' } as const
  const rows = await session.all<RejectedRow & { readonly raw_hash: Uint8Array }>(
    `select j.raw_hash, ${REJECTED_COLUMNS} from ${selectJsonRows(session.dialect, '$1', columns, 'r')}
     join rejected j on j.raw_hash = r.hash`,
    [toSqlJson(hashes.map((hash, number) => ({ number, hash })))],
  )
  const byHash = new Map(rows.map((row) => [Buffer.from(row.raw_hash).toString('hex'), row]))
  return hashes.flatMap((hash) => byHash.get(hash) ?? []).map(toRejected)
}

/** Lists the first inputs that were rejected with a code. */
export async function listRejectedExamples(session: Session, code: string, limit: number): Promise<string[]> {
  const rows = await session.all<{ readonly raw: Uint8Array }>(
    'select raw from rejected where code = $1 order by first_seen, raw_hash limit $2',
    [code, limit],
  )
  return rows.map(({ raw }) => Buffer.from(raw).toString())
}

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
