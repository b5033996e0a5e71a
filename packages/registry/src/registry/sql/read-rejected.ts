import { Buffer, isUtf8 } from 'node:buffer'
import type { Database, Session } from '../../store/database.ts'
import { selectJsonRows, toSqlJson } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { ExportedRejected } from '../exported.ts'
import { toRawUrl } from '../spelling.ts'

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
