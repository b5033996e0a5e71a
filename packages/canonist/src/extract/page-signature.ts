import { areCompatible } from './languages.ts'
import { shinglesOf, similarityOf, type Shingles } from './text/shingles.ts'

/** What makes a page this page, whatever scripts, tokens and dates it carries. */
export interface PageSignature extends Shingles {
  readonly title: string | null
  readonly lang: string | null
  /** Whether the page says too little to prove anything: the shells of script-made pages are all alike. */
  readonly isThin: boolean
}

/** How alike two pages are. */
export interface PageComparison {
  readonly same: boolean
  /** The share of five-word runs that both have, from 0 to 1. */
  readonly similarity: number
  /** Whether either of them is thin. */
  readonly isThin: boolean
}

/** So many words in a row are hardly ever the same by chance. */
const WORDS_PER_SHINGLE = 5

// Both are guesses, to be calibrated on real pages.
const SAME_SIMILARITY = 0.9
const THIN_WORDS = 20

export function signPage(title: string | null, lang: string | null, visibleText: string): PageSignature {
  const shingles = shinglesOf(visibleText, WORDS_PER_SHINGLE)
  return { title, lang, ...shingles, isThin: shingles.wordCount < THIN_WORDS }
}

/** Whether two signatures are of one page: equal titles, languages that do not contradict, nearly equal text. */
export function comparePages(a: PageSignature, b: PageSignature): PageComparison {
  const similarity = similarityOf(a, b)
  const isSaidAlike = a.title === b.title && (a.lang === null || b.lang === null || areCompatible(a.lang, b.lang))
  return { same: isSaidAlike && similarity >= SAME_SIMILARITY, similarity, isThin: a.isThin || b.isThin }
}
