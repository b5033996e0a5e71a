import { areCompatible } from '../extract/languages.ts'
import { listWords } from '../extract/text/words.ts'
import { isThin, type Fingerprint } from './fingerprint.ts'
import { SEPARATOR } from './title-parts.ts'
import { unpackHashes, type Traits } from './traits.ts'

/** A text that shares less than this with another one has none of it left; a cookie notice alone is less. */
const MIN_TEXT_SHARE = 0.1
/** A frame that shares this much is the same site's, although its news have changed. */
const MIN_FRAME_SHARE = 0.2
/** Of titles and of links to other sites. */
const HALF = 0.5
/** Of fewer words nothing is said. */
const MIN_WORDS = 5
/** Words of a title that say nothing about who wrote it: articles, prepositions, years. */
const EMPTY_WORD = /^(?:\p{Script=Latin}{1,2}|\p{N}+)$/u

/**
 * Whether a page of another owner has replaced a page: nothing of its text is left, and nothing else shows the same
 * owner. A page that its owner has rewritten keeps its title or the name of the site in it, the frame of the site, or its
 * links to other sites; one of these is enough, two where the language has changed.
 *
 * @example isReplaced(before.fingerprint, after.fingerprint)
 */
export function isReplaced(before: Fingerprint, after: Fingerprint): boolean {
  // What was read by an older version has no traits: there is nothing to compare.
  if (before.traits === undefined || after.traits === undefined) return false
  if (!hasEnoughText(before, after)) return false
  if (estimateShare(before.traits.main, after.traits.main) >= MIN_TEXT_SHARE) return false
  return countOwnerSigns(before.traits, after.traits) < 1
}

/** Of a few words, titles must tell as well. */
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

/** A part of the title, most often the name of the site, or half of its words. */
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

/** How much of the smaller set the other one has; 0 where one is empty. */
function computeShare<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  const least = Math.min(one.size, other.size)
  return least === 0 ? 0 : [...one].filter((each) => other.has(each)).length / least
}

/**
 * An estimate of how much of the smaller text the other one has, from their smallest hashes: up to the smaller of the two
 * largest, both lists are complete.
 */
function estimateShare(before: string, after: string): number {
  const [one, other] = [unpackHashes(before), unpackHashes(after)]
  const end = Math.min(one.at(-1) ?? 0, other.at(-1) ?? 0)
  const upToEnd = (hashes: readonly number[]): Set<number> => new Set(hashes.filter((hash) => hash <= end))
  return computeShare(upToEnd(one), upToEnd(other))
}
