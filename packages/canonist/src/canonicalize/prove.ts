import { comparePages } from '../extract/page-signature.ts'
import type { DocumentFacts, FeedFacts, PageFacts } from './content.ts'
import type { Landing } from './landing.ts'

export interface ProofRules {
  /** Whether the two URLs differ only cosmetically: then less evidence is enough. */
  readonly isSameClass: boolean
  readonly useSignature: boolean
}

/** What proves that two answers are the same thing, cheapest first; null where nothing does. */
export async function prove(a: Landing, b: Landing, rules: ProofRules): Promise<'content' | 'signature' | null> {
  const [one, other] = [a.content, b.content]
  const hasEqualBytes = (await one.hash()) === (await other.hash())
  if (a.isCut || b.isCut) return hasEqualBytes && areOneLength(a, b) && rules.isSameClass ? 'content' : null
  if (!rules.isSameClass && isThin(one.document())) return null
  if (hasEqualBytes || one.textHash() === other.textHash()) return 'content'
  return rules.useSignature && haveOneSignature(one.document(), other.document()) ? 'signature' : null
}

/** Of bodies that were cut only the beginning is known, so their whole lengths must be known too. */
const areOneLength = (a: Landing, b: Landing): boolean =>
  a.isCut && b.isCut && a.totalBytes !== null && a.totalBytes === b.totalBytes

/** The shell of an application that draws itself in the browser is the same for all of its pages. */
const isThin = (document: DocumentFacts): boolean => document.kind === 'page' && document.signature.isThin

function haveOneSignature(a: DocumentFacts, b: DocumentFacts): boolean {
  if (a.kind === 'feed' && b.kind === 'feed') return areOneFeed(a, b)
  return a.kind === 'page' && b.kind === 'page' && areOnePage(a, b)
}

const areOneFeed = (a: FeedFacts, b: FeedFacts): boolean =>
  a.format === b.format && a.signature !== null && a.signature.digest === b.signature?.digest

const areOnePage = (a: PageFacts, b: PageFacts): boolean => comparePages(a.signature, b.signature).same
