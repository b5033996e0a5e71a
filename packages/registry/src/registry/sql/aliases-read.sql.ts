import { Buffer } from 'node:buffer'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { toSqlJson, selectJsonRows, readJsonArray } from '../../store/json-rows.ts'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { CanonicalUrl, RawUrl } from '@canonist/core/internal/text/stages'
import type { ExportedAlias } from '../exported.ts'
import { hashKeyHex } from '../keys.ts'
import type { Alias, Evidence, Page, PageRecord } from '../page-record.ts'
import { STORED_BYTES } from '../stored-hash.ts'

interface AliasRow {
  readonly raw_url: RawUrl
  readonly evidence: string
  readonly fragment: string | null
  readonly first_seen: number
  readonly last_seen: number
  readonly count: number
}

/** The columns that `toAlias` reads, from aliases `a`. */
const ALIAS_COLUMNS = 'a.raw_url, a.evidence, a.fragment, a.first_seen, a.last_seen, a.count'

function toAlias(row: AliasRow): Alias {
  return {
    rawUrl: row.raw_url,
    evidence: row.evidence as Evidence,
    fragment: row.fragment,
    count: row.count,
    firstSeen: isoTime(row.first_seen),
    lastSeen: isoTime(row.last_seen),
  }
}

/** Adds to pages their aliases, including those of pages that were merged into them. */
export async function addAliases(session: Session, pages: readonly Page[]): Promise<PageRecord[]> {
  if (pages.length === 0) return []
  const ids = pages.map(({ id }) => id)
  const list = ids.map((_, index) => `$${index + 1}`).join(', ')
  const rows = await session.all<AliasRow & { readonly root_id: number }>(
    `select coalesce(p.merged_into, p.id) as root_id, ${ALIAS_COLUMNS}
     from pages p join aliases a on a.page_id = p.id
     where p.id in (${list}) or p.merged_into in (${list})
     order by a.first_seen, a.raw_url`,
    ids,
  )
  const byPage = new Map<number, Alias[]>(ids.map((id) => [id, []]))
  for (const row of rows) byPage.get(row.root_id)?.push(toAlias(row))
  return pages.map((page) => ({ ...page, aliases: byPage.get(page.id) ?? [] }))
}

/** Identifies an alias. */
export interface AliasKey {
  readonly pageId: number
  readonly rawHash: Uint8Array
}

/** Reads aliases in the order of the keys; skips keys without an alias. */
export async function readAliases(session: Session, keys: readonly AliasKey[]): Promise<Alias[]> {
  const wanted = keys.map(({ pageId, rawHash }) => ({ page_id: pageId, raw_hash: toHex(rawHash) }))
  const columns = { page_id: 'integer', raw_hash: 'bytes' } as const
  const rows = await session.all<AliasRow & { readonly page_id: number; readonly raw_hash: Uint8Array }>(
    `select a.page_id, a.raw_hash, ${ALIAS_COLUMNS} from ${selectJsonRows(session.dialect, '$1', columns, 'r')}
     join aliases a on a.page_id = r.page_id and a.raw_hash = r.raw_hash`,
    [toSqlJson(wanted)],
  )
  const byKey = new Map(rows.map((row) => [`${row.page_id} ${toHex(row.raw_hash)}`, row]))
  return wanted.flatMap(({ page_id, raw_hash }) => byKey.get(`${page_id} ${raw_hash}`) ?? []).map(toAlias)
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

interface ExportedAliasRow extends AliasRow {
  readonly root_id: number
  readonly root_url: CanonicalUrl
}

/** Streams every alias with the page that it finally leads to. */
export async function* streamAliases(database: Database): AsyncGenerator<ExportedAlias> {
  const rows = database.stream<ExportedAliasRow>(
    `select ${ALIAS_COLUMNS}, coalesce(r.id, p.id) as root_id, coalesce(r.canonical_url, p.canonical_url) as root_url
     from aliases a join pages p on p.id = a.page_id left join pages r on r.id = p.merged_into
     order by a.page_id, a.raw_hash`,
  )
  for await (const row of rows) {
    const { rawUrl, ...rest } = toAlias(row)
    yield { rawUrl, key: hashKeyHex(row.root_url), pageId: row.root_id, canonicalUrl: row.root_url, ...rest }
  }
}

/** Counts how often URLs were seen in all: adding URLs changes it, and a rekey does not. */
export async function countSightings(session: Session): Promise<number> {
  const [row] = await session.all<{ readonly seen: number | null }>(
    'select cast(sum(count) as bigint) as seen from aliases',
  )
  return row?.seen ?? 0
}

/** Aliases by their primary key. */
export interface AliasKeys {
  readonly pageIds: readonly number[]
  /** The raw hash of each alias, one after the other, which SQLite takes as one value. */
  readonly rawHashes: Uint8Array
}

/** Finds the aliases that are stored already; returns their indexes. For SQLite. */
export async function findKnownAliases(
  transaction: Transaction,
  { pageIds, rawHashes }: AliasKeys,
): Promise<ReadonlySet<number>> {
  const found = await readJsonArray<number>(
    transaction,
    `select json_group_array(s.key) as found from json_each($1) s where exists (
       select 1 from aliases a where a.page_id = s.value and a.raw_hash = substr($2, s.key * ${STORED_BYTES} + 1, ${STORED_BYTES})
     )`,
    [JSON.stringify(pageIds), rawHashes],
  )
  return new Set(found)
}

/**
 * URLs of a random sample of pages, the same each time: keys are hashes, so the first pages by key are a sample that an index has ready.
 * All spellings of a page are in it, up to `limit` in all.
 */
export async function sampleAliases(session: Session, limit: number): Promise<RawUrl[]> {
  const rows = await session.all<{ readonly raw_url: RawUrl }>(
    `select a.raw_url from (select id, policy_id, key from pages order by policy_id, key limit $1) p
     join aliases a on a.page_id = p.id order by p.policy_id, p.key, a.raw_hash limit $1`,
    [limit],
  )
  return rows.map(({ raw_url }) => raw_url)
}
