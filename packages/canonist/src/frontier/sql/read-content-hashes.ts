import { Buffer } from 'node:buffer'
import type { Session } from '../../store/database.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'

/** The content hashes (hex) of pages that were fetched and are not merged. */
export async function readContentHashes(session: Session, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await session.all<{ readonly id: number; readonly content_hash: Uint8Array }>(
    `select id, content_hash from pages where id in ${selectJsonIds(session.dialect, '$1')}
       and content_hash is not null and merged_into is null`,
    [toSqlJson([...new Set(ids)])],
  )
  return new Map(rows.map(({ id, content_hash }) => [id, Buffer.from(content_hash).toString('hex')]))
}
