import { Buffer } from 'node:buffer'
import { classify } from '@canonist/core'
import { linkUrl, type PageWriter } from '../../registry/page-writer.ts'
import { hostOf } from '../../registry/spelling.ts'
import { storedHash } from '../../registry/stored-hash.ts'
import { findHostIds } from '../../hosts/sql/find-host-ids.ts'
import type { Arrival } from './arrival.ts'
import type { LeasedUrl } from './leased-url.ts'

/**
 * The page moves to where its redirects ended: URL, key and host. Its old key keeps leading to it, so that whoever comes by
 * the old URL finds it. Tells which host it asks from now on.
 */
export async function renamePage(writer: PageWriter, url: LeasedUrl, arrival: Arrival): Promise<number> {
  const { transaction, policyId } = writer
  const { fetchUrl, canonicalUrl, key } = arrival
  const names = { canonical: hostOf(canonicalUrl), fetch: hostOf(fetchUrl) }
  const hostIds = await findHostIds(transaction, Object.values(names))
  await transaction.run(
    `update pages set policy_id = $2, key = $3, canonical_url = $4, fetch_url = $5, host_id = $6, link_type = $7
     where id = $1`,
    [
      url.id,
      policyId,
      storedHash(key),
      canonicalUrl,
      fetchUrl,
      hostIds.get(names.canonical) ?? 0,
      classify(canonicalUrl).linkType,
    ],
  )
  await swapKeys(writer, url, key)
  await linkUrl(writer, { id: url.id, key }, { rawUrl: fetchUrl, evidence: 'rule', key })
  return hostIds.get(names.fetch) ?? 0
}

/** What led here by a rule leads here by a redirect now, and the other way round where it comes back. */
async function swapKeys({ transaction }: PageWriter, { id, key: oldKey }: LeasedUrl, newKey: string): Promise<void> {
  await transaction.run(
    `update aliases set
       own_key = case when own_key is null then $2 else nullif(own_key, $3) end,
       evidence = case when own_key is null then 'redirect' else 'rule' end
     where page_id = $1 and (own_key is null or own_key = $3)`,
    [id, Buffer.from(oldKey), storedHash(newKey)],
  )
}

/** The same page under another address: only what is requested changes. Tells which host it asks from now on. */
export async function respell({ transaction }: PageWriter, { id }: LeasedUrl, { fetchUrl }: Arrival): Promise<number> {
  await transaction.run('update pages set fetch_url = $2 where id = $1', [id, fetchUrl])
  const name = hostOf(fetchUrl)
  return (await findHostIds(transaction, [name])).get(name) ?? 0
}

/** Another page stands for this one, which keeps its URL and leads there in one step. */
export async function mergePage(
  { transaction }: PageWriter,
  { id }: Pick<LeasedUrl, 'id'>,
  winner: number,
  evidence: 'redirect' | 'content' = 'redirect',
): Promise<void> {
  await transaction.run('update pages set merged_into = null where id = $1 and merged_into = $2', [winner, id])
  await transaction.run('update pages set merged_into = $2 where (id = $1 or merged_into = $1) and id <> $2', [
    id,
    winner,
  ])
  await transaction.run("update aliases set evidence = $2 where page_id = $1 and evidence = 'rule'", [id, evidence])
}
