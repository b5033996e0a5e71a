import { normalize, tryNormalize } from '@canonist/core'
import type { Canonicalized, CanonicalizeResult } from '../canonicalize/result.ts'
import type { RegistryContext } from './context.ts'
import { findById } from './find.ts'
import type { Evidence, PageRecord } from './page-record.ts'
import { linkUrl, makePage } from './page-writer.ts'
import { shortHash } from './stored-hash.ts'

export async function record(context: RegistryContext, result: CanonicalizeResult): Promise<PageRecord | null> {
  if (!result.ok) return null
  const { database, policies, now } = context
  await policies.read(database)
  const policy = policies.inForce
  const id = await database.transaction(async (transaction) => {
    const time = now()
    const writer = { transaction, policyId: await policies.idForWriting(transaction, policy, time), time }
    const winner = await makePage(writer, normalize(result.url, policy), { rawUrl: result.url })
    for (const { rawUrl, evidence } of seenUrls(result)) {
      const outcome = tryNormalize(rawUrl, policy)
      if (outcome.ok) await linkUrl(writer, winner, { rawUrl, evidence, key: shortHash(outcome.url) })
    }
    return winner.id
  })
  return findById(context, id)
}

/** Each URL once; what is proved counts more than what is merely spelled otherwise. */
function seenUrls({ url, inputUrl, evidence }: Canonicalized): { rawUrl: string; evidence: Evidence }[] {
  const seen = new Map<string, Evidence>(evidence.map(({ url, proof }) => [url, proof]))
  for (const spelled of [url, inputUrl]) if (!seen.has(spelled)) seen.set(spelled, 'rule')
  return [...seen].map(([rawUrl, evidence]) => ({ rawUrl, evidence }))
}
