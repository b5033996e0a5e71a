import type { PageNormalizer } from '../canonical-url.ts'
import { hashKey } from '../keys.ts'
import type { CanonicalUrl, FetchUrl, KeyText, RawUrl } from '@canonist/core/internal/text/stages'

/** A page under the new policy, derived from one of its URLs. */
export interface TargetPage {
  readonly key: KeyText
  readonly url: CanonicalUrl
  readonly spelling: RawUrl | FetchUrl
}

/** Every policy accepts the same URLs; should one ever not, the page keeps its current URL, `otherwise`. */
export function computeTarget(
  spelling: RawUrl | FetchUrl,
  otherwise: CanonicalUrl,
  normalize: PageNormalizer,
): TargetPage {
  const url = normalize(spelling) ?? otherwise
  return { key: hashKey(url), url, spelling }
}
