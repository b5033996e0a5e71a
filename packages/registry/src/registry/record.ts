import { findCredentials } from '@canonist/core/internal/credentials/credentials'
import type { Canonicalized, CanonicalizeResult } from '@canonist/web/internal/canonicalize/result'
import type { RegistryContext } from './context.ts'
import { findById } from './find.ts'
import type { Evidence, PageRecord } from './page-record.ts'
import { findRoot, linkUrl, writePage, type PageWriter, type RootPage } from './page-writer.ts'
import { toKey, normalizePage } from './canonical-url.ts'
import { hashKey } from './keys.ts'
import { toRawUrl } from './spelling.ts'
import type { CanonicalUrl, RawUrl } from '@canonist/core/internal/text/stages'

export async function record(context: RegistryContext, result: CanonicalizeResult): Promise<PageRecord | null> {
  if (!result.ok) return null
  const { database, policies, now } = context
  await policies.read(database)
  const policy = policies.active
  const id = await database.transaction(async (transaction) => {
    const time = now()
    const writer = { transaction, policyId: await policies.lockForWriting(transaction, policy, time), time }
    const winner = await writeWinner(writer, result, normalizePage(result.url, policy))
    for (const { rawUrl, evidence } of listSeenUrls(result)) {
      const key = toKey(rawUrl, policy)
      if (key !== null) await linkUrl(writer, winner, { rawUrl, evidence, key })
    }
    return winner.id
  })
  return findById(context, id)
}

/** A page that was known already may have been merged since: then its URL leads to the winner, and only a new proof may change that. */
async function writeWinner(
  writer: PageWriter,
  { url, reason }: Canonicalized,
  canonicalUrl: CanonicalUrl,
): Promise<RootPage> {
  const known = reason === 'exists_in_db' ? await findRoot(writer, hashKey(canonicalUrl)) : null
  return known ?? writePage(writer, canonicalUrl, { spelling: toRawUrl(url) })
}

/** Lists each URL once; a proof counts more than a rule. A private URL is listed only if it is the winner: aliases are exported. */
function listSeenUrls({ url, inputUrl, kind, evidence }: Canonicalized): { rawUrl: RawUrl; evidence: Evidence }[] {
  const seen = new Map<string, Evidence>(evidence.map(({ url, proof }) => [url, proof]))
  for (const spelled of [url, inputUrl]) if (!seen.has(spelled)) seen.set(spelled, 'rule')
  const mayList = (each: string): boolean =>
    each === url || findCredentials(each, { isFeed: kind === 'feed' }).length === 0
  return [...seen].filter(([each]) => mayList(each)).map(([each, evidence]) => ({ rawUrl: toRawUrl(each), evidence }))
}
