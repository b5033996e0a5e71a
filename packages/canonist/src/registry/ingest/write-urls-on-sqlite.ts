import type { Transaction } from '../../store/database.ts'
import { STORED_BYTES } from '../stored-hash.ts'
import { findKnownKeys, type KnownPage } from '../sql/find-known-keys.ts'
import { insertNewAliases, linkSeenToOtherPages, linkSeenUrls, type NewAliasRow } from '../sql/write-aliases.ts'
import {
  findLastPageId,
  insertNewPages,
  isTouchDue,
  preferCleanUrls,
  touchSeenPages,
  type NewPageRow,
  type SeenOptions,
} from '../sql/write-pages.ts'
import { LINK_TYPES, NOT_FIRST, PAIR_BYTES, type PackedUrls } from './packed-urls.ts'
import { stageSeenUrls, type SeenBatch } from './stage-seen-urls.ts'
import { UrlReader } from './url-reader.ts'

/**
 * Links every URL to its page and adds new pages; returns how many are new. SQLite has one writer, so a key that is unknown now is new when
 * the page is inserted. New pages and their aliases are therefore inserted without a join; only URLs of known pages are staged.
 */
export async function writeUrlsOnSqlite(
  transaction: Transaction,
  batch: SeenBatch,
  options: SeenOptions,
): Promise<number> {
  const { urls } = batch
  const keys = { bytes: urls.hashes, stride: PAIR_BYTES, keyLength: STORED_BYTES }
  const known = await findKnownKeys(transaction, options.policyId, keys, listPagesByKey(urls))
  const { ids, made } = numberNewPages(urls, known, await findLastPageId(transaction))
  if (made > 0) {
    await insertNewPages(transaction, options, listNewPages(batch, ids))
    await insertNewAliases(transaction, options.now, listNewAliases(urls, ids))
  }
  if (known.size > 0) await writeKnownUrls(transaction, batch, known, options)
  return made
}

type KnownPages = ReadonlyMap<number, KnownPage | null>

async function writeKnownUrls(
  transaction: Transaction,
  batch: SeenBatch,
  known: KnownPages,
  options: SeenOptions,
): Promise<void> {
  const { firsts } = batch.urls
  const isKnown = (at: number): boolean => known.has(firsts[at] ?? at)
  await stageSeenUrls(transaction, batch, isKnown)
  const pages = [...known.values()]
  if (pages.some((page) => page !== null && isTouchDue(page, options.now))) await touchSeenPages(transaction, options)
  if (mayPreferClean(batch.urls, known)) await preferCleanUrls(transaction, options.policyId)
  await linkSeenUrls(transaction, options, false)
  if (pages.includes(null)) await linkSeenToOtherPages(transaction, options)
}

/** Whether a known page has another fetch URL than a clean one of this batch. */
function mayPreferClean(urls: PackedUrls, known: KnownPages): boolean {
  const reader = new UrlReader(urls)
  for (const [at, page] of known) {
    if (page !== null && urls.clean[at] === 1 && page.fetchUrl !== readWholeFetchUrl(reader, at)) return true
  }
  return false
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
