import { areFormsOfOne, comparePages } from '../extract/page-signature.ts'
import type { DocumentFacts, FeedFacts } from './content.ts'
import type { CanonicalizeContext } from './context.ts'
import type { Landing } from './landing.ts'

export interface ProofRules {
  /** Whether the two URLs differ only cosmetically: then less evidence is enough. A query is never cosmetic, not even under `stripAllQuery`. */
  readonly isSameClass: boolean
  readonly useSignature: boolean
}

export function createProofRules(
  { presets: { getCosmeticClass }, settings }: Pick<CanonicalizeContext, 'presets' | 'settings'>,
  a: Landing,
  b: Landing,
): ProofRules {
  return { isSameClass: getCosmeticClass(a.url) === getCosmeticClass(b.url), useSignature: settings.useSignature }
}

/** Finds the proof that two responses are the same document, cheapest first; null if there is none. */
export async function prove(a: Landing, b: Landing, rules: ProofRules): Promise<'content' | 'signature' | null> {
  const [one, other] = [a.content, b.content]
  if (provesNothing(a) || provesNothing(b)) return null
  const hasEqualBytes = (await one.hash()) === (await other.hash())
  if (a.isCut || b.isCut) return hasEqualBytes && areOneLength(a, b) && rules.isSameClass ? 'content' : null
  if (!rules.isSameClass && isThin(one.document())) return null
  if (hasEqualBytes || one.textHash() === other.textHash()) return 'content'
  return rules.useSignature && haveOneSignature(one.document(), other.document(), rules) ? 'signature' : null
}

/** Whether many URLs serve the same: a login, or a feed without items. Of a feed that was cut, no items are known. */
export function provesNothing({ isLogin, content }: Landing): boolean {
  const document = content.document()
  return isLogin || (document.kind === 'feed' && document.signature === null && !document.isCut)
}

/** The URLs that redirects prove to lead to one document. */
export const listRedirects = (landing: Landing): readonly string[] => (provesNothing(landing) ? [] : landing.via)

/** Of bodies that were cut only the beginning is known, so their whole lengths must be known too. */
const areOneLength = (a: Landing, b: Landing): boolean =>
  a.isCut && b.isCut && a.totalBytes !== null && a.totalBytes === b.totalBytes

/** The shell of an application that draws itself in the browser is the same for all of its pages. */
const isThin = (document: DocumentFacts): boolean => document.kind === 'page' && document.signature.isThin

function haveOneSignature(a: DocumentFacts, b: DocumentFacts, rules: ProofRules): boolean {
  if (a.kind === 'feed' && b.kind === 'feed') return areOneFeed(a, b, rules)
  return a.kind === 'page' && b.kind === 'page' && comparePages(a.signature, b.signature).same
}

/** An ad-free, video or proxied feed has the items of the public one and other files. */
function areOneFeed(a: FeedFacts, b: FeedFacts, { isSameClass }: ProofRules): boolean {
  if (a.format !== b.format || a.signature === null || b.signature === null) return false
  const haveOneList = isSameClass || a.signature.enclosures === b.signature.enclosures
  return haveOneList && a.signature.digest === b.signature.digest
}

/**
 * Whether two pages are alike enough for one to be the AMP or mobile form of the other, which declares it. Their frames
 * differ, so the main text is compared; an equal title makes up for a text that was shortened.
 */
export function areFormsOfOnePage(a: DocumentFacts, b: DocumentFacts): boolean {
  if (a.kind !== 'page' || b.kind !== 'page' || a.signature.isThin || b.signature.isThin) return false
  return areFormsOfOne(a, b)
}
