import { listPhrases } from './language-phrases.ts'

/** The path of a home page: empty, a language, or an index file. */
const HOME_PATH = new RegExp(
  `^/(?:(?:[a-z]{2}(?:[-_][a-z]{2})?|cas|cat|val|eus|gal|eng|spa)/?)?(?:(?:index|default|${listPhrases('home').join('|')})(?:\\.[a-z]{2,5})?/?)?$`,
  'i',
)

/**
 * Whether a URL is the home page of a site, in any language.
 *
 * @example isHomeUrl('https://www.boe.es/es/') // true
 */
export function isHomeUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && HOME_PATH.test(url.pathname) && !/[?&](?:id|p|page_id|idpub|codigo)=/i.test(url.search)
}
