import { listPhrases } from './language-phrases.ts'

/** A language, or a file that stands for its folder: what may follow the host of a home page. */
const HOME_PATH = new RegExp(
  `^/(?:(?:[a-z]{2}(?:[-_][a-z]{2})?|cas|cat|val|eus|gal|eng|spa)/?)?(?:(?:index|default|${listPhrases('home').join('|')})(?:\\.[a-z]{2,5})?/?)?$`,
  'i',
)

/**
 * Whether a URL is that of a site's home page, in whatever language.
 *
 * @example isHomeUrl('https://www.boe.es/es/') // true
 */
export function isHomeUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && HOME_PATH.test(url.pathname) && !/[?&](?:id|p|page_id|idpub|codigo)=/i.test(url.search)
}
