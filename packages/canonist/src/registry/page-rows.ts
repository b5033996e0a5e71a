import { Buffer } from 'node:buffer'
import { urlHash, type LinkType } from '@canonist/core'
import type { Page } from './page-record.ts'

/** Columns of a page as `pageOf` reads them, from pages `p`. It was last seen when the last of its aliases was. */
export const PAGE_COLUMNS = `p.id, p.canonical_url, p.fetch_url, h.host, p.link_type, p.content_hash, p.simhash,
  p.first_seen, p.last_seen, p.merged_into, f.fingerprint,
  (select max(a.last_seen) from aliases a where a.page_id = p.id) as own_last_seen,
  (select max(a.last_seen) from pages m join aliases a on a.page_id = m.id where m.merged_into = p.id)
    as merged_last_seen`

export const PAGE_TABLES = `pages p join hosts h on h.id = p.host_id join policies f on f.id = p.policy_id`

export interface PageRow {
  readonly id: number
  readonly canonical_url: string
  readonly fetch_url: string
  readonly host: string
  readonly link_type: string
  readonly content_hash: Uint8Array | null
  readonly simhash: string | null
  readonly first_seen: number
  readonly last_seen: number
  readonly own_last_seen: number | null
  readonly merged_last_seen: number | null
  readonly merged_into: number | null
  readonly fingerprint: string
}

export function pageOf(row: PageRow): Page {
  return {
    id: row.id,
    canonicalUrl: row.canonical_url,
    fetchUrl: row.fetch_url,
    key: urlHash(row.canonical_url),
    policy: row.fingerprint,
    host: row.host,
    linkType: row.link_type as LinkType,
    contentHash: row.content_hash === null ? null : Buffer.from(row.content_hash).toString('hex'),
    simhash: row.simhash,
    firstSeen: isoTime(row.first_seen),
    lastSeen: isoTime(Math.max(row.last_seen, row.own_last_seen ?? 0, row.merged_last_seen ?? 0)),
  }
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
