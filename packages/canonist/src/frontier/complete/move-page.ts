import { Buffer } from 'node:buffer'
import { classify } from '@canonist/core'
import { linkUrl, type PageWriter } from '../../registry/page-writer.ts'
import { hostOf } from '../../registry/spelling.ts'
import { proveAliases, swapKeys } from '../../registry/sql/write-aliases.ts'
import { mergePage as mergeRows, renamePage as renameRow, setFetchUrl } from '../../registry/sql/write-pages.ts'
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
  const stored = storedHash(key)
  const linkType = classify(canonicalUrl).linkType
  const page = { policyId, key: stored, canonicalUrl, fetchUrl, linkType }
  await renameRow(transaction, url.id, page, hostIds.get(names.canonical) ?? 0)
  await swapKeys(transaction, url.id, { oldKey: Buffer.from(url.key), newKey: stored })
  await linkUrl(writer, { id: url.id, key }, { rawUrl: fetchUrl, evidence: 'rule', key })
  return hostIds.get(names.fetch) ?? 0
}

/** The same page under another address: only what is requested changes. Tells which host it asks from now on. */
export async function respell({ transaction }: PageWriter, { id }: LeasedUrl, { fetchUrl }: Arrival): Promise<number> {
  await setFetchUrl(transaction, id, fetchUrl)
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
  await mergeRows(transaction, id, winner)
  await proveAliases(transaction, id, evidence)
}
