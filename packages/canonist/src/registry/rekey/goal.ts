import type { NormalizedUrl } from '@canonist/core'
import { shortHash } from '../stored-hash.ts'

export type Normalizer = (input: string) => NormalizedUrl | null

/** A page as the new policy will have it, as far as one of its URLs tells. */
export interface Goal {
  readonly key: string
  readonly url: NormalizedUrl
  readonly rawUrl: string
}

/**
 * What one policy reads every policy reads; were it otherwise, the page would keep the URL that it has, `otherwise`.
 */
export function goalOf(rawUrl: string, otherwise: string, normalize: Normalizer): Goal {
  const url = normalize(rawUrl) ?? (otherwise as NormalizedUrl)
  return { key: shortHash(url), url, rawUrl }
}
