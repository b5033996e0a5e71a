import { createNormalizer, normalize, tryNormalize, type Policy } from '@canonist/core'
import type { CanonicalUrl, KeyText } from '@canonist/core/internal/text/stages'
import { hashKey } from './keys.ts'

/** Makes canonical URLs under one policy; null for an invalid URL. */
export type PageNormalizer = (url: string) => CanonicalUrl | null

/** Compiles the policy once, for many URLs. */
export function createPageNormalizer(policy: Policy): PageNormalizer {
  return createNormalizer(policy) as PageNormalizer
}

/** Throws for an invalid URL. */
export function normalizePage(url: string, policy: Policy): CanonicalUrl {
  return normalize(url, policy) as CanonicalUrl
}

/** Null for an invalid URL. */
export function toCanonicalUrl(url: string, policy: Policy): CanonicalUrl | null {
  const outcome = tryNormalize(url, policy)
  return outcome.ok ? (outcome.url as CanonicalUrl) : null
}

/** Computes the key of a URL under a policy; the same for all its spellings. Null for an invalid URL. */
export function toKey(url: string, policy: Policy): KeyText | null {
  const canonicalUrl = toCanonicalUrl(url, policy)
  return canonicalUrl === null ? null : hashKey(canonicalUrl)
}
