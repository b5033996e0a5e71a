import { listWords } from '../extract/text/words.ts'
import { listPhrases, allowLostAccents } from './language-phrases.ts'
import { SEPARATOR } from './title-parts.ts'

const MISSING_PATTERN = allowLostAccents(listPhrases('missing').join('|'))
// "Not available in English" and "if the page is not available" appear on pages that exist.
const ELSEWHERE = '(?<=disponible|available)\\s+(?:en|in)\\s+(?!est[ea]|nuestr|el servidor|this|our)'
const PHRASE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${MISSING_PATTERN})(?![\\p{L}\\p{N}]|${ELSEWHERE})`, 'iu')
const CONDITION = new RegExp(`(?:^|[^\\p{L}])(?:${listPhrases('conditions').join('|')})(?:\\s[^.!?]{0,60})?$`, 'iu')

const ONLY_A_NUMBER = /^(?:error\s*)?40[34]$/i

/** A title may add "Oops!"; one with more words is about missing pages in general. */
const MAX_OTHER_WORDS = 1
/** A page with more words has other content. */
const MAX_WORDS = 150
/** The beginning of a text, in which an error page names the error. */
const OPENING_WORDS = 50
/** A page with so few words is only about its title. */
const MAX_TITLE_ONLY_WORDS = 40

export interface PageWords {
  readonly title: string | null
  readonly text: string
  readonly words: number
}

/**
 * Whether a page says that it is missing: in a part of its title with few other words, or at the beginning of a short text.
 *
 * @example saysItIsMissing({ title: 'Página no encontrada | Ministerio', text: '', words: 0 }) // true
 */
export function saysItIsMissing({ title, text, words }: PageWords): boolean {
  const most = words <= MAX_TITLE_ONLY_WORDS ? Number.POSITIVE_INFINITY : MAX_OTHER_WORDS
  const parts = collapseSpaces(title ?? '').split(SEPARATOR)
  return (
    parts.some((part) => isMissingPhrase(part, most)) ||
    (words <= MAX_WORDS && isMissingPhrase(readOpening(text), Number.POSITIVE_INFINITY))
  )
}

const readOpening = (text: string): string => collapseSpaces(text).split(' ', OPENING_WORDS).join(' ')

const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Whether a text contains such a phrase, and at most this many other words. */
function isMissingPhrase(text: string, mostOthers: number): boolean {
  if (ONLY_A_NUMBER.test(text)) return true
  const found = PHRASE.exec(text)
  if (found === null || CONDITION.test(text.slice(0, found.index))) return false
  return listWords(text).length - listWords(found[0]).length <= mostOthers
}
