import { Buffer, isUtf8 } from 'node:buffer'
import { urlHash } from '@canonist/core'
import { ALIAS_COLUMNS, aliasOf, type AliasRow } from './alias-rows.ts'
import type { RegistryContext } from './context.ts'
import type { ExportedAlias, ExportedRejected, ExportedReview } from './exported.ts'
import type { Page } from './page-record.ts'
import { isoTime, PAGE_COLUMNS, PAGE_TABLES, pageOf, type PageRow } from './page-rows.ts'
import { REVIEW_COLUMNS, reviewOf, type ReviewRow } from './reviews/review.ts'

/** Pages that stand for themselves. */
export async function* exportPages({ database }: RegistryContext): AsyncGenerator<Page> {
  const sql = `select ${PAGE_COLUMNS} from ${PAGE_TABLES} where p.merged_into is null order by p.id`
  for await (const row of database.stream<PageRow>(sql)) yield pageOf(row)
}

interface ExportedAliasRow extends AliasRow {
  readonly root_id: number
  readonly root_url: string
}

/** Every URL with the page that it leads to in the end. */
export async function* exportAliases({ database }: RegistryContext): AsyncGenerator<ExportedAlias> {
  const rows = database.stream<ExportedAliasRow>(
    `select ${ALIAS_COLUMNS}, coalesce(r.id, p.id) as root_id, coalesce(r.canonical_url, p.canonical_url) as root_url
     from aliases a join pages p on p.id = a.page_id left join pages r on r.id = p.merged_into
     order by a.page_id, a.raw_hash`,
  )
  for await (const row of rows) {
    const { rawUrl, ...rest } = aliasOf(row)
    yield { rawUrl, key: urlHash(row.root_url), pageId: row.root_id, canonicalUrl: row.root_url, ...rest }
  }
}

export interface RejectedRow {
  readonly raw: Uint8Array
  readonly code: string
  readonly message: string
  readonly count: number
  readonly first_seen: number
  readonly last_seen: number
}

/** Columns of a rejected input as `rejectedOf` reads them, from rejected `j`. */
export const REJECTED_COLUMNS = 'j.raw, j.code, j.message, j.count, j.first_seen, j.last_seen'

export function rejectedOf({ raw, code, message, count, first_seen, last_seen }: RejectedRow): ExportedRejected {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  const times = { firstSeen: isoTime(first_seen), lastSeen: isoTime(last_seen) }
  const rawBytes = isUtf8(bytes) ? null : bytes.toString('base64')
  return { rawUrl: bytes.toString(), rawBytes, code, message, count, ...times }
}

export async function* exportRejected({ database }: RegistryContext): AsyncGenerator<ExportedRejected> {
  const rows = database.stream<RejectedRow>(`select ${REJECTED_COLUMNS} from rejected j order by j.raw_hash`)
  for await (const row of rows) yield rejectedOf(row)
}

export async function* exportReviews({ database }: RegistryContext): AsyncGenerator<ExportedReview> {
  for await (const row of database.stream<ReviewRow>(`select ${REVIEW_COLUMNS} from reviews order by id`))
    yield reviewOf(row)
}
