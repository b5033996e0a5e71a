import { areCompatible } from '@canonist/web/internal/extract/languages'
import { listWords } from '@canonist/web/internal/extract/text/words'
import { isThin, type Fingerprint } from './fingerprint.ts'
import { SEPARATOR } from '@canonist/web/internal/page-facts/title-parts'
import { unpackHashes, type Traits } from './traits.ts'

/** Below this share nothing of the known text is left; a common cookie notice is less. */
const MIN_TEXT_SHARE = 0.1
/** From this share on, the frame belongs to the same site, even if some of its links have changed. */
const MIN_FRAME_SHARE = 0.2
/** The share of title words, or of linked sites, that shows the same owner. */
const HALF = 0.5
/** Texts with fewer words are not compared. */
const MIN_WORDS = 5
/** Words of a title that do not identify its owner: articles, prepositions, years. */
const EMPTY_WORD = /^(?:\p{Script=Latin}{1,2}|\p{N}+)$/u

/**
 * Whether another owner's page has replaced a page: the known text is gone, and nothing shows the same owner. A page that its owner has
 * rewritten keeps its title or the name of the site, the frame of the site, or its links to other sites. One of these is enough, or two
 * if the language has changed.
 *
 * @example isReplaced(before.fingerprint, after.fingerprint)
 */
export function isReplaced(before: Fingerprint, after: Fingerprint): boolean {
  // Older versions stored no traits, so there is nothing to compare.
  if (before.traits === undefined || after.traits === undefined) return false
  if (!hasEnoughText(before, after)) return false
  if (estimateShare(before.traits.main, after.traits.main) >= MIN_TEXT_SHARE) return false
  return countOwnerSigns(before.traits, after.traits) < 1
}

/** Short texts are compared only if both pages have titles. */
function hasEnoughText(...texts: readonly Fingerprint[]): boolean {
  const hasTitles = texts.every(({ traits }) => (traits?.title ?? '') !== '')
  return texts.every((text) => text.words >= MIN_WORDS && (hasTitles || !isThin(text)))
}

function countOwnerSigns(before: Traits, after: Traits): number {
  const signs = [hasTitleLeft(before, after), hasFrameLeft(before, after), hasSitesLeft(before, after)]
  const isOtherLanguage = before.lang !== null && after.lang !== null && !areCompatible(before.lang, after.lang)
  return signs.filter(Boolean).length - (isOtherLanguage ? 1 : 0)
}

const hasFrameLeft = (before: Traits, after: Traits): boolean =>
  estimateShare(before.frame, after.frame) >= MIN_FRAME_SHARE

/** Whether a part of the title is the same, usually the name of the site, or half of its words. */
function hasTitleLeft(before: Traits, after: Traits): boolean {
  const [one, other] = [before.title ?? '', after.title ?? '']
  return computeShare(listParts(one), listParts(other)) > 0 || computeShare(listNames(one), listNames(other)) >= HALF
}

const listParts = (title: string): Set<string> =>
  new Set(
    title
      .split(SEPARATOR)
      .map((part) => listNameWords(part).join(' '))
      .filter((part) => part !== ''),
  )

const listNames = (title: string): Set<string> => new Set(listNameWords(title))

const listNameWords = (title: string): string[] => listWords(title).filter((word) => !EMPTY_WORD.test(word))

const hasSitesLeft = (before: Traits, after: Traits): boolean =>
  computeShare(new Set(before.sites), new Set(after.sites)) >= HALF

/** The share of the smaller set that the other one contains; 0 if one is empty. */
function computeShare<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  const least = Math.min(one.size, other.size)
  return least === 0 ? 0 : [...one].filter((each) => other.has(each)).length / least
}

/**
 * Estimates the share of the smaller text that the other one contains, from their smallest hashes. Both lists are complete up to the
 * smaller of their largest hashes.
 */
function estimateShare(before: string, after: string): number {
  const [one, other] = [unpackHashes(before), unpackHashes(after)]
  const end = Math.min(one.at(-1) ?? 0, other.at(-1) ?? 0)
  const upToEnd = (hashes: readonly number[]): Set<number> => new Set(hashes.filter((hash) => hash <= end))
  return computeShare(upToEnd(one), upToEnd(other))
}
