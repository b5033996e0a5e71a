import type { Transaction } from '../../store/database.ts'
import { STORED_BYTES } from '../stored-hash.ts'
import { findKnownAliases, type AliasKeys } from '../sql/aliases-read.sql.ts'
import { countSeenAliases, insertNewAliases, type NewAliasRow } from '../sql/aliases-write.sql.ts'
import type { PackedUrls } from './packed-urls.ts'
import { UrlReader } from './url-reader.ts'

/**
 * Links URLs to pages that were stored before: counts stored aliases again and adds the others. For SQLite. Known pages are all over the
 * table, so this goes through them in the order of their ids: SQLite then reads and writes each part of the table once.
 *
 * @param idOf the id of the page of the URL with this index; 0 to leave the URL out
 */
export async function linkKnownPages(
  transaction: Transaction,
  urls: PackedUrls,
  idOf: (at: number) => number,
  now: number,
): Promise<void> {
  const order = listByPage(urls, idOf)
  if (order.length === 0) return
  const reader = new UrlReader(urls)
  const keys = { pageIds: order.map(idOf), rawHashes: joinRawHashes(reader, order) }
  const known = await findKnownAliases(transaction, keys)
  await countSeenAliases(transaction, now, { keys, seen: listCounts(urls, order, known) })
  await insertNewAliases(transaction, now, listAdded(urls, { keys, order, known }))
}

/** Lists the URLs that have a page, by its id. */
function listByPage({ firsts }: PackedUrls, idOf: (at: number) => number): number[] {
  const order: number[] = []
  for (const at of firsts.keys()) if (idOf(at) > 0) order.push(at)
  return order.toSorted((a, b) => idOf(a) - idOf(b))
}

function joinRawHashes(reader: UrlReader, order: readonly number[]): Uint8Array {
  const joined = new Uint8Array(order.length * STORED_BYTES)
  for (const [index, at] of order.entries()) joined.set(reader.readRawHash(at), index * STORED_BYTES)
  return joined
}

function listCounts(
  { counts }: PackedUrls,
  order: readonly number[],
  known: ReadonlySet<number>,
): [index: number, count: number][] {
  return Array.from(known, (index) => [index, counts[order[index] ?? 0] ?? 0])
}

interface AddedAliases {
  readonly keys: AliasKeys
  readonly order: readonly number[]
  /** The indexes in `order` of stored aliases. */
  readonly known: ReadonlySet<number>
}

function* listAdded(urls: PackedUrls, { keys, order, known }: AddedAliases): Generator<NewAliasRow> {
  const reader = new UrlReader(urls)
  for (const [index, at] of order.entries()) {
    if (known.has(index)) continue
    const pageId = keys.pageIds[index] ?? 0
    yield [pageId, reader.readRawHash(at), reader.readRawUrl(at), reader.readFragment(at), urls.counts[at] ?? 0]
  }
}
