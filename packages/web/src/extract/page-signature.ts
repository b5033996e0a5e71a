import { areCompatible } from './languages.ts'
import { computeContainment, createShingles, computeSimilarity, type Shingles } from './text/shingles.ts'

/** Identifies a page by its text, whatever scripts, tokens and dates it carries. */
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

/** This many words in a row are hardly ever the same by chance. */
const WORDS_PER_SHINGLE = 5

// Both are guesses, to be calibrated on real pages.
const SAME_SIMILARITY = 0.9
const THIN_WORDS = 20
/** AMP and mobile forms leave out parts of a page. */
const FORM_SIMILARITY = 0.6

export function signPage(title: string | null, lang: string | null, visibleText: string): PageSignature {
  const shingles = shingleText(visibleText)
  return { title, lang, ...shingles, isThin: shingles.wordCount < THIN_WORDS }
}

/** The runs of words by which texts of pages are compared. */
export const shingleText = (text: string): Shingles => createShingles(text, WORDS_PER_SHINGLE)

/** Whether two signatures are of one page: equal titles, languages that do not contradict, nearly equal text. */
export function comparePages(a: PageSignature, b: PageSignature): PageComparison {
  const similarity = computeSimilarity(a, b)
  const isSaidAlike = a.title === b.title && mayShareLanguage(a, b)
  return { same: isSaidAlike && similarity >= SAME_SIMILARITY, similarity, isThin: a.isThin || b.isThin }
}

/** A page, as far as its AMP or mobile form has to agree with it. */
export interface PageForm {
  readonly title: string | null
  readonly lang: string | null
  readonly mainShingles: Shingles
}

/**
 * Whether two pages are forms of one, such as a page and its AMP or mobile form: nearly the same main text, or an equal
 * title and a main text that is mostly part of the other.
 */
export function areFormsOfOne(a: PageForm, b: PageForm): boolean {
  if (!mayShareLanguage(a, b)) return false
  if (computeSimilarity(a.mainShingles, b.mainShingles) >= FORM_SIMILARITY) return true
  const haveOneTitle = a.title !== null && a.title === b.title
  return haveOneTitle && computeContainment(a.mainShingles, b.mainShingles) >= FORM_SIMILARITY
}

const mayShareLanguage = (a: Pick<PageForm, 'lang'>, b: Pick<PageForm, 'lang'>): boolean =>
  a.lang === null || b.lang === null || areCompatible(a.lang, b.lang)
