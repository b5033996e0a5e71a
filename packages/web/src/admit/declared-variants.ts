import { normalize, tryNormalize, type UrlSettings } from '@canonist/core'
import type { PageDocument } from '../extract/document.ts'
import { findUrlRefusal } from './read-input.ts'
import type { AdmissionRules } from './admission-rules.ts'
import { findTagLanguage } from './url-language.ts'
import { readHost } from './url-parts.ts'

/** The versions of a page in other languages that it declares itself, and that the policy lets in. */
export function findDeclaredVariants(
  page: PageDocument | null,
  languages: UrlSettings['languages'],
  rules: AdmissionRules,
): ReadonlyMap<string, string> {
  const variants = new Map<string, string>()
  for (const { lang, url } of page?.hreflang ?? []) {
    const language = findTagLanguage(lang, languages)
    if (language === null || variants.has(language)) continue
    const clean = cleanVariant(url, rules)
    if (clean !== null) variants.set(language, clean)
  }
  return variants
}

function cleanVariant(url: string, { forFound, gate }: AdmissionRules): string | null {
  if (findUrlRefusal(url) !== null) return null
  const clean = tryNormalize(url.replace(/^http:/, 'https:'), forFound)
  return clean.ok && gate(readHost(clean.url)) === 'allowed' ? clean.url : null
}

/** A declared URL as it would come out if it were admitted itself; as declared where the server wants it so. */
export const listSpellings = (url: string, { policy }: AdmissionRules): string[] => [
  ...new Set([normalize(url, policy), url]),
]
