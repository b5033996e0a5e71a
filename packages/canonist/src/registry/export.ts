import { Buffer, isUtf8 } from 'node:buffer'
import type { RegistryContext } from './context.ts'
import type { ExportedAlias, ExportedRejected, ExportedReview } from './exported.ts'
import type { Page } from './page-record.ts'
import { isoTime } from '../text/iso-time.ts'
import { Where } from '../store/sql-values.ts'
import { streamAliases } from './sql/read-aliases.ts'
import { streamPages } from './sql/read-pages.ts'
import { REVIEW_COLUMNS, toReview, type ReviewRow } from './reviews/review.ts'
import { toRawUrl } from './spelling.ts'

/** Streams all pages that are not merged into another one. */
export function exportPages({ database }: RegistryContext): AsyncGenerator<Page> {
  return streamPages(database, new Where())
}

/** Streams every URL with the page that it finally leads to. */
export function exportAliases({ database }: RegistryContext): AsyncGenerator<ExportedAlias> {
  return streamAliases(database)
}

export interface RejectedRow {
  readonly raw: Uint8Array
  readonly code: string
  readonly message: string
  readonly count: number
  readonly first_seen: number
  readonly last_seen: number
}

/** The columns that `toRejected` reads, from rejected `j`. */
export const REJECTED_COLUMNS = 'j.raw, j.code, j.message, j.count, j.first_seen, j.last_seen'

export function toRejected({ raw, code, message, count, first_seen, last_seen }: RejectedRow): ExportedRejected {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  const times = { firstSeen: isoTime(first_seen), lastSeen: isoTime(last_seen) }
  const rawBytes = isUtf8(bytes) ? null : bytes.toString('base64')
  return { rawUrl: toRawUrl(bytes.toString()), rawBytes, code, message, count, ...times }
}

export async function* exportRejected({ database }: RegistryContext): AsyncGenerator<ExportedRejected> {
  const rows = database.stream<RejectedRow>(`select ${REJECTED_COLUMNS} from rejected j order by j.raw_hash`)
  for await (const row of rows) yield toRejected(row)
}

export async function* exportReviews({ database }: RegistryContext): AsyncGenerator<ExportedReview> {
  for await (const row of database.stream<ReviewRow>(`select ${REVIEW_COLUMNS} from reviews order by id`))
    yield toReview(row)
}
