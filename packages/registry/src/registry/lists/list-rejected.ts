import { Buffer } from 'node:buffer'
import { readCursor, readLimit, toPart, type KeyValue, type ListPart, type PartOptions } from '../../store/list-part.ts'
import { formatIndexedTable, readRanges, type KeyRange } from '../../store/read-ranges.ts'
import { SqlValues } from '../../store/sql-values.ts'
import type { RegistryContext } from '../context.ts'
import type { ExportedRejected } from '../exported.ts'
import { readRejected } from '../sql/rejected.sql.ts'

export interface RejectedListFilter {
  /** The error code. */
  readonly code?: string | undefined
}

/** Lists rejected inputs by code, then in the order in which they were first seen. */
export async function listRejected(
  { database }: RegistryContext,
  { code }: RejectedListFilter,
  options: PartOptions,
): Promise<ListPart<ExportedRejected>> {
  const [limit, values] = [readLimit(options), new SqlValues()]
  const from = formatIndexedTable(database.dialect, 'rejected j', 'rejected_by_code')
  const range: KeyRange =
    code === undefined
      ? { keys: ['j.code', 'j.first_seen', 'j.raw_hash'], from }
      : { lead: [['j.code', values.put(code)]], keys: ['j.first_seen', 'j.raw_hash'], from }
  const after = readCursor(options, code === undefined ? ['text', 'integer', 'bytes'] : ['integer', 'bytes'])
  const keys = await readRanges(database, [range], { after, limit: limit + 1, values })
  const { items, next } = toPart(keys, limit, (key) => key)
  const hashes = items.map((key) => toHex(key.at(-1)))
  return { items: await readRejected(database, hashes), next }
}

const toHex = (bytes: KeyValue | undefined): string =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : ''
