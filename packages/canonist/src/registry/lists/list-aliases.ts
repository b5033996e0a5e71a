import { Buffer } from 'node:buffer'
import type { Session } from '../../store/database.ts'
import { jsonOf, jsonRows } from '../../store/json-rows.ts'
import {
  behindLead,
  readCursor,
  readLimit,
  toCursor,
  toPart,
  type KeyShape,
  type KeyValue,
  type ListKey,
  type ListPart,
  type PartOptions,
} from '../../store/list-part.ts'
import { readNested, readRanges, type KeyRange, type NestedRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { ALIAS_COLUMNS, aliasOf, type AliasRow } from '../alias-rows.ts'
import type { RegistryContext } from '../context.ts'
import type { Alias } from '../page-record.ts'

/** The page that has an alias: the one that was asked for, then those that were merged into it. */
const SHAPE: KeyShape = ['text', 'integer', 'bytes']
const [OWN, MERGED] = ['0', '1']

/** A part of the aliases of a page, also by way of pages that were merged into it. */
export async function listAliases(
  { database }: RegistryContext,
  pageId: number,
  options: PartOptions,
): Promise<ListPart<Alias>> {
  const limit = readLimit(options)
  const after = readCursor(options, SHAPE)
  const [first, goOn] = await firstKeys(database, pageId, after, limit + 1)
  const part =
    first.length <= limit && goOn !== null
      ? { items: first, next: toCursor([MERGED, goOn, LAST_HASH]) }
      : toPart(first, limit, (key) => key)
  return { items: await readAliases(database, part.items), next: part.next }
}

/** Behind all hashes. */
const LAST_HASH = new Uint8Array(17).fill(255)

async function firstKeys(
  session: Session,
  pageId: number,
  after: ListKey | null,
  limit: number,
): Promise<[keys: ListKey[], goOn: number | null]> {
  const [group = OWN, lastPage = pageId, lastHash] = after ?? []
  const behind = lastHash === undefined ? null : [lastHash]
  const hashes = await readRest(session, Number(lastPage), behind, limit)
  const rest = behindLead([group, lastPage], hashes)
  if (rest.length >= limit) return [rest, null]
  const { keys, goOn } = await readNested(session, mergedInto(pageId), {
    behind: group === OWN ? null : lastPage,
    limit: limit - rest.length,
  })
  return [[...rest, ...behindLead([MERGED], keys)], goOn === null ? null : Number(goOn)]
}

/** What is left of the page that the part before ended in. */
function readRest(session: Session, pageId: number, after: ListKey | null, limit: number): Promise<ListKey[]> {
  const values = new SqlValues()
  const range: KeyRange = { lead: [['a.page_id', values.put(pageId)]], keys: ['a.raw_hash'], from: 'aliases a' }
  return readRanges(session, [range], { after, limit, values })
}

const mergedInto = (pageId: number): NestedRange => ({
  outer: 'pages m',
  by: 'm.id',
  outerWhere: 'm.merged_into = $1',
  outerValues: [pageId],
  lead: [['a.page_id', 'm.id']],
  keys: ['a.raw_hash'],
  from: 'aliases a',
  values: [],
})

async function readAliases(session: Session, keys: readonly ListKey[]): Promise<Alias[]> {
  const wanted = keys.map(([, page_id, rawHash]) => ({ page_id, raw_hash: hexOf(rawHash) }))
  const columns = { page_id: 'integer', raw_hash: 'bytes' } as const
  const rows = await session.all<AliasRow & { readonly page_id: number; readonly raw_hash: Uint8Array }>(
    `select a.page_id, a.raw_hash, ${ALIAS_COLUMNS} from ${jsonRows(session.dialect, '$1', columns, 'r')}
     join aliases a on a.page_id = r.page_id and a.raw_hash = r.raw_hash`,
    [jsonOf(wanted)],
  )
  const byKey = new Map(rows.map((row) => [`${row.page_id} ${hexOf(row.raw_hash)}`, row]))
  return wanted.flatMap(({ page_id, raw_hash }) => byKey.get(`${String(page_id)} ${raw_hash}`) ?? []).map(aliasOf)
}

const hexOf = (bytes: KeyValue | undefined): string =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : ''
