import type { Transaction } from '../../store/database.ts'
import { STORED_BYTES } from '../stored-hash.ts'
import { findKnownKeys, type KnownPage } from '../sql/pages-read.sql.ts'
import { insertNewAliases, linkSeenToOtherPages, type NewAliasRow } from '../sql/aliases-write.sql.ts'
import { getHostIdsInBulk } from '../sql/hosts.sql.ts'
import {
  findLastPageId,
  insertNewPages,
  isTouchDue,
  preferCleanUrls,
  touchPages,
  type NewPageRow,
  type SeenOptions,
} from '../sql/pages-write.sql.ts'
import { linkKnownPages } from './link-known-pages.ts'
import { LINK_TYPES, NOT_FIRST, PAIR_BYTES, type PackedUrls } from './packed-urls.ts'
import { stageSeenUrls, type SeenBatch } from './stage-seen-urls.ts'
import { UrlReader } from './url-reader.ts'

/**
 * Links every URL to its page and adds new pages; returns how many are new. SQLite has one writer, so a key that is unknown now is new when
 * the page is inserted. Pages and aliases are therefore inserted and updated by their ids, without a join; only the few URLs that need one
 * are staged.
 */
export async function writeUrlsOnSqlite(
  transaction: Transaction,
  urls: PackedUrls,
  options: SeenOptions,
): Promise<number> {
  const keys = { bytes: urls.hashes, stride: PAIR_BYTES, keyLength: STORED_BYTES }
  const known = await findKnownKeys(transaction, options.policyId, keys, listPagesByKey(urls))
  const { ids, made } = numberNewPages(urls, known, await findLastPageId(transaction))
  const batch = { urls, hostIds: await getNewHostIds(transaction, urls, known) }
  if (made > 0) {
    await insertNewPages(transaction, options, listNewPages(batch, ids))
    await insertNewAliases(transaction, options.now, listNewAliases(urls, ids))
  }
  if (known.size > 0) await writeKnownUrls(transaction, batch, known, options)
  return made
}

type KnownPages = ReadonlyMap<number, KnownPage | null>

/** Returns ids by host number, of all hosts that a known page does not have: looking up those too would take longer than adding the new ones. */
async function getNewHostIds(transaction: Transaction, urls: PackedUrls, known: KnownPages): Promise<number[]> {
  const numbers = new Set<number>()
  for (const [at, number] of urls.hostNumbers.entries())
    if (number !== NOT_FIRST && (known.get(at) ?? null) === null) numbers.add(number)
  const wanted = [...numbers].toSorted((a, b) => a - b)
  const names = wanted.map((number) => urls.hosts[number] ?? '')
  const found = await getHostIdsInBulk(transaction, names)
  const ids: number[] = []
  for (const [index, number] of wanted.entries()) ids[number] = found[index] ?? 0
  return ids
}

async function writeKnownUrls(
  transaction: Transaction,
  batch: SeenBatch,
  known: KnownPages,
  options: SeenOptions,
): Promise<void> {
  const { urls } = batch
  await updateKnownPages(transaction, batch, known, options)
  await linkKnownPages(transaction, urls, (at) => known.get(urls.firsts[at] ?? at)?.id ?? 0, options.now)
  await linkByAlias(transaction, batch, known, options)
}

async function updateKnownPages(
  transaction: Transaction,
  batch: SeenBatch,
  known: KnownPages,
  { policyId, now }: SeenOptions,
): Promise<void> {
  const reader = new UrlReader(batch.urls)
  const due: number[] = []
  const cleaner = new Set<number>()
  for (const [at, page] of known) {
    if (page === null) continue
    if (isTouchDue(page, now)) due.push(page.id)
    if (batch.urls.clean[at] === 1 && page.fetchUrl !== readWholeFetchUrl(reader, at)) cleaner.add(at)
  }
  await touchPages(transaction, due, now)
  if (cleaner.size === 0) return
  await stageSeenUrls(transaction, batch, (at) => cleaner.has(at))
  await preferCleanUrls(transaction, policyId)
}

/** Links URLs whose key leads to a page only by an alias. */
async function linkByAlias(
  transaction: Transaction,
  batch: SeenBatch,
  known: KnownPages,
  options: SeenOptions,
): Promise<void> {
  if (![...known.values()].includes(null)) return
  const { firsts } = batch.urls
  const isByAlias = (at: number): boolean => known.get(firsts[at] ?? at) === null
  await stageSeenUrls(transaction, batch, isByAlias)
  await linkSeenToOtherPages(transaction, options)
}

/** Lists the first URL of each page, roughly in the order of their keys. */
function listPagesByKey({ hashes, hostNumbers }: PackedUrls): number[] {
  const view = new DataView(hashes.buffer)
  const total = hostNumbers.length
  const sortable = new Float64Array(total)
  let pages = 0
  // 24 bits of the key leave 29 bits for the index; both fit into the 53 bits of a number.
  for (const [at, number] of hostNumbers.entries())
    if (number !== NOT_FIRST) sortable[pages++] = (view.getUint32(at * PAIR_BYTES) >>> 8) * total + at
  return Array.from(sortable.subarray(0, pages).toSorted(), (place) => place % total)
}

/** Gives new pages their ids in the order of the input; 0 for any other URL. */
function numberNewPages(
  { hostNumbers }: PackedUrls,
  known: KnownPages,
  lastId: number,
): { readonly ids: Float64Array; readonly made: number } {
  const ids = new Float64Array(hostNumbers.length)
  let made = 0
  for (const [at, number] of hostNumbers.entries()) {
    if (number !== NOT_FIRST && !known.has(at)) ids[at] = lastId + ++made
  }
  return { ids, made }
}

function* listNewPages({ urls, hostIds }: SeenBatch, ids: Float64Array): Generator<NewPageRow> {
  const reader = new UrlReader(urls)
  for (const [at, id] of ids.entries()) {
    if (id === 0) continue
    const canonicalUrl = reader.readCanonicalUrl(at) ?? reader.readRawUrl(at)
    const fetchUrl = reader.readFetchUrl(at) ?? canonicalUrl
    const linkType = LINK_TYPES[urls.linkTypes[at] ?? 0] ?? 'informative'
    yield [id, reader.readKey(at), canonicalUrl, fetchUrl, hostIds[urls.hostNumbers[at] ?? 0] ?? 0, linkType]
  }
}

function* listNewAliases(urls: PackedUrls, ids: Float64Array): Generator<NewAliasRow> {
  const { counts, firsts } = urls
  const reader = new UrlReader(urls)
  for (const [at, first] of firsts.entries()) {
    const pageId = ids[first] ?? 0
    if (pageId === 0) continue
    yield [pageId, reader.readRawHash(at), reader.readRawUrl(at), reader.readFragment(at), counts[at] ?? 0]
  }
}

function readWholeFetchUrl(reader: UrlReader, at: number): string {
  return reader.readFetchUrl(at) ?? reader.readCanonicalUrl(at) ?? reader.readRawUrl(at)
}
