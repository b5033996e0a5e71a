import { createNormalizer, normalize, tryNormalize, type Policy } from '@canonist/core'
import type { CanonicalUrl, KeyText } from '../text/stages.ts'
import { hashKey } from './keys.ts'

/** Makes canonical URLs by one policy; null for what is not a URL. */
export type PageNormalizer = (url: string) => CanonicalUrl | null

/** For many URLs: compiles the policy once. */
export function createPageNormalizer(policy: Policy): PageNormalizer {
  return createNormalizer(policy) as PageNormalizer
}

/** Of a URL that is known to be one; throws otherwise. */
export function normalizePage(url: string, policy: Policy): CanonicalUrl {
  return normalize(url, policy) as CanonicalUrl
}

/** Null for what is not a URL. */
export function toCanonicalUrl(url: string, policy: Policy): CanonicalUrl | null {
  const outcome = tryNormalize(url, policy)
  return outcome.ok ? (outcome.url as CanonicalUrl) : null
}

/** The key that a URL has under a policy, in any of its spellings; null for what is not a URL. */
export function toKey(url: string, policy: Policy): KeyText | null {
  const canonicalUrl = toCanonicalUrl(url, policy)
  return canonicalUrl === null ? null : hashKey(canonicalUrl)
}
