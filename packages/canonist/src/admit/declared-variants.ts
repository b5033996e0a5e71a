import { normalize, tryNormalize, type SettingsAt } from '@canonist/core'
import type { PageDocument } from '../extract/document.ts'
import { refuseUrl } from './read-input.ts'
import type { Rulebook } from './rulebook.ts'
import { languageOfTag } from './url-language.ts'
import { hostOf } from './wire.ts'

/** The versions of a page in other languages that it declares itself, and that the policy lets in. */
export function declaredVariants(
  page: PageDocument | null,
  languages: SettingsAt['languages'],
  rules: Rulebook,
): ReadonlyMap<string, string> {
  const variants = new Map<string, string>()
  for (const { lang, url } of page?.hreflang ?? []) {
    const language = languageOfTag(lang, languages)
    if (language === null || variants.has(language)) continue
    const clean = cleanVariant(url, rules)
    if (clean !== null) variants.set(language, clean)
  }
  return variants
}

function cleanVariant(url: string, { forFound, gate }: Rulebook): string | null {
  if (refuseUrl(url) !== null) return null
  const clean = tryNormalize(url.replace(/^http:/, 'https:'), forFound)
  return clean.ok && gate(hostOf(clean.url)) === 'allowed' ? clean.url : null
}

/** A declared URL as it would come out if it were admitted itself; as declared where the server wants it so. */
export const spellingsOf = (url: string, { policy }: Rulebook): string[] => [...new Set([normalize(url, policy), url])]
