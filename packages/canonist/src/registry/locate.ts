import { Buffer } from 'node:buffer'
import { tryNormalize, type Policy } from '@canonist/core'
import type { Dialect, Session } from '../store/database.ts'
import type { RegistryContext } from './context.ts'
import { storedHash, shortHash } from './stored-hash.ts'
import { chunksOf } from '../text/chunks.ts'

/** Bounds the size of a statement and its result. */
const KEYS_AT_ONCE = 1000

/**
 * The ids of the pages that these URLs lead to; null where one is unknown, or no URL.
 *
 * @param asThemselves pages that were found to be others count as themselves
 */
export async function locate(
  { database, policies }: RegistryContext,
  urls: readonly string[],
  asThemselves = false,
): Promise<(number | null)[]> {
  const stored = await policies.read(database)
  // Throws where the rules that the keys were made by are not ours.
  void policies.inForce
  const found: (number | null)[] = urls.map(() => null)
  for (const { id, policy } of stored) {
    const keys = urls.map((url) => keyOf(url, policy))
    const pages = new Map<string, number>()
    for (const some of chunksOf(keys, KEYS_AT_ONCE)) {
      for (const [key, page] of await pagesByKey(database, id, some, asThemselves)) pages.set(key, page)
    }
    for (const [index, key] of keys.entries()) found[index] ??= key === null ? null : (pages.get(key) ?? null)
    if (!found.includes(null)) break
  }
  return found
}

/** Null for what is no URL. */
export function keyOf(url: string, policy: Policy): string | null {
  const outcome = tryNormalize(url, policy)
  return outcome.ok ? shortHash(outcome.url) : null
}

/** By their own page, or else by what led from the key to another one; the keys are as `shortHash` makes them. */
export async function pagesByKey(
  session: Session,
  policyId: number,
  keys: readonly (string | null)[],
  asThemselves = false,
): Promise<Map<string, number>> {
  const wanted = [...new Set(keys.filter((key) => key !== null))]
  const pages = new Map<string, number>()
  if (wanted.length === 0) return pages
  const rows = await session.all<{ readonly id: number; readonly key: Uint8Array }>(
    `select ${asThemselves ? 'id' : 'coalesce(merged_into, id) as id'}, key from pages
     where policy_id = $1 and key in (${KEYS_OF[session.dialect]('$2')})`,
    [policyId, keyList(wanted)],
  )
  for (const { id, key } of rows) pages.set(latin1(key), id)
  const missing = wanted.filter((key) => !pages.has(key))
  for (const [key, id] of await pagesByOwnKey(session, missing)) pages.set(key, id)
  return pages
}

async function pagesByOwnKey(session: Session, keys: readonly string[]): Promise<[string, number][]> {
  if (keys.length === 0) return []
  const rows = await session.all<{ readonly id: number; readonly own_key: Uint8Array }>(
    `select coalesce(p.merged_into, p.id) as id, a.own_key from aliases a join pages p on p.id = a.page_id
     where a.own_key in (${KEYS_OF[session.dialect]('$1')}) order by a.page_id desc`,
    [keyList(keys)],
  )
  return rows.map(({ id, own_key }) => [latin1(own_key), id])
}

/**
 * Keys as one value. With a place for each key, every number of keys would be a statement of its own, and a connection keeps
 * the last 200 statements that it prepared.
 */
const KEYS_OF: Readonly<Record<Dialect, (list: string) => string>> = {
  sqlite: (list) => `select unhex(value) from json_each(${list})`,
  postgres: (list) => `select decode(value, 'hex') from jsonb_array_elements_text(${list}::jsonb)`,
}

const keyList = (keys: readonly string[]): string => JSON.stringify(keys.map((key) => storedHash(key).toString('hex')))

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
