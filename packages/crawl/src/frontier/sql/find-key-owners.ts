import { toKeyText, toStoredHex } from '@canonist/registry/internal/registry/keys'
import type { Session } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { KeyBytes, KeyText } from '@canonist/core/internal/text/stages'

/** The page that a key belongs or leads to, and the page that it was merged into (`root`; itself if not merged). */
export interface KeyOwner {
  readonly id: number
  readonly root: number
}

interface OwnerRow extends KeyOwner {
  readonly key: KeyBytes
}

/** The owners of keys. The page whose own key it is goes before pages that the key leads to; of these, the oldest goes first. */
export async function findKeyOwners(
  session: Session,
  policyId: number,
  keys: Iterable<KeyText>,
): Promise<Map<KeyText, KeyOwner>> {
  const list = toSqlJson([...new Set(keys)].map((key) => ({ key: toStoredHex(key) })))
  if (list === '[]') return new Map()
  const wanted = selectJsonRows(session.dialect, '$1', { key: 'bytes' }, 'r')
  const led = await session.all<OwnerRow>(
    `select a.own_key as key, p.id, coalesce(p.merged_into, p.id) as root
     from ${wanted} cross join aliases a cross join pages p
     where a.own_key = r.key and p.id = a.page_id order by a.page_id desc`,
    [list],
  )
  const own = await session.all<OwnerRow>(
    `select p.key, p.id, coalesce(p.merged_into, p.id) as root
     from ${wanted} cross join pages p where p.policy_id = $2 and p.key = r.key`,
    [list, policyId],
  )
  return new Map([...led, ...own].map(({ key, id, root }) => [toKeyText(key), { id, root }]))
}
