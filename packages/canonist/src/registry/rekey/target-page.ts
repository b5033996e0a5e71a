import type { PageNormalizer } from '../canonical-url.ts'
import { hashKey } from '../keys.ts'
import type { CanonicalUrl, FetchUrl, KeyText, RawUrl } from '../../text/stages.ts'

/** A page as the new policy will have it, as far as one of its URLs tells. */
export interface TargetPage {
  readonly key: KeyText
  readonly url: CanonicalUrl
  readonly spelling: RawUrl | FetchUrl
}

/**
 * What one policy reads every policy reads; were it otherwise, the page would keep the URL that it has, `otherwise`.
 */
export function computeTarget(
  spelling: RawUrl | FetchUrl,
  otherwise: CanonicalUrl,
  normalize: PageNormalizer,
): TargetPage {
  const url = normalize(spelling) ?? otherwise
  return { key: hashKey(url), url, spelling }
}
