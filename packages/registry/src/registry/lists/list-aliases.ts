import type { Session } from '../../store/database.ts'
import {
  prependLead,
  readCursor,
  readLimit,
  toCursor,
  toPart,
  type KeyShape,
  type ListKey,
  type ListPart,
  type PartOptions,
} from '../../store/list-part.ts'
import { readNested, readRanges, type KeyRange, type NestedRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import { readAliases, type AliasKey } from '../sql/aliases-read.sql.ts'
import type { RegistryContext } from '../context.ts'
import type { Alias } from '../page-record.ts'

/** Cursors start with the group of the page that has the alias: the requested page, then pages that were merged into it. */
const SHAPE: KeyShape = ['text', 'integer', 'bytes']
const [OWN, MERGED] = ['0', '1']

/** Lists the aliases of a page, including those of pages that were merged into it. */
export async function listAliases(
  { database }: RegistryContext,
  pageId: number,
  options: PartOptions,
): Promise<ListPart<Alias>> {
  const limit = readLimit(options)
  const after = readCursor(options, SHAPE)
  const [first, resumeAfter] = await readFirstKeys(database, pageId, after, limit + 1)
  const part =
    first.length <= limit && resumeAfter !== null
      ? { items: first, next: toCursor([MERGED, resumeAfter, LAST_HASH]) }
      : toPart(first, limit, (key) => key)
  return { items: await readAliases(database, part.items.flatMap(toAliasKey)), next: part.next }
}

/** Sorts after all hashes. */
const LAST_HASH = new Uint8Array(17).fill(255)

async function readFirstKeys(
  session: Session,
  pageId: number,
  after: ListKey | null,
  limit: number,
): Promise<[keys: ListKey[], resumeAfter: number | null]> {
  const [group = OWN, lastPage = pageId, lastHash] = after ?? []
  const behind = lastHash === undefined ? null : [lastHash]
  const hashes = await readRest(session, Number(lastPage), behind, limit)
  const rest = prependLead([group, lastPage], hashes)
  if (rest.length >= limit) return [rest, null]
  const { keys, resumeAfter } = await readNested(session, createMergedRange(pageId), {
    behind: group === OWN ? null : lastPage,
    limit: limit - rest.length,
  })
  return [[...rest, ...prependLead([MERGED], keys)], resumeAfter === null ? null : Number(resumeAfter)]
}

/** Reads the rest of the page in which the previous part ended. */
function readRest(session: Session, pageId: number, after: ListKey | null, limit: number): Promise<ListKey[]> {
  const values = new SqlValues()
  const range: KeyRange = { lead: [['a.page_id', values.put(pageId)]], keys: ['a.raw_hash'], from: 'aliases a' }
  return readRanges(session, [range], { after, limit, values })
}

const createMergedRange = (pageId: number): NestedRange => ({
  outer: 'pages m',
  by: 'm.id',
  outerWhere: 'm.merged_into = $1',
  outerValues: [pageId],
  join: ['a.page_id', 'm.id'],
  keys: ['a.raw_hash'],
  from: 'aliases a',
  values: [],
})

const toAliasKey = ([, pageId, rawHash]: ListKey): AliasKey[] =>
  rawHash instanceof Uint8Array ? [{ pageId: Number(pageId), rawHash }] : []
