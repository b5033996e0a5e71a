import { likeness, type Served, type ServedDocument } from './served.ts'

export type PairVerdict = 'agree' | 'differ' | 'unusable'

/** Two pages of one site share their frame; beyond this they share what they say. */
const ALIKE = 0.9
/** A page may be so much less like its twin than like itself a moment later. */
const TOLERANCE = 0.05

/**
 * Whether two URLs served the same. Where they did not, the first is fetched again: a page that is not even like itself
 * proves nothing, and one that changes a little all the time may differ from its twin as much.
 */
export async function comparePair(
  first: Served,
  second: Served,
  fetchFirstAgain: () => Promise<Served>,
): Promise<PairVerdict> {
  if (first.kind !== 'document' || second.kind === 'nothing') return 'unusable'
  const alike = second.kind === 'document' ? likeness(first, second) : 0
  if (alike === 1) return 'agree'
  const again = await fetchFirstAgain()
  if (again.kind !== 'document') return 'unusable'
  const self = likeness(first, again)
  if (self < ALIKE) return 'unusable'
  return alike >= Math.max(ALIKE, self - TOLERANCE) ? 'agree' : 'differ'
}

/** Whether a document is one of those that were counted: a login form behind every URL is one piece of evidence. */
export const isAmong = (document: ServedDocument, counted: readonly ServedDocument[]): boolean =>
  counted.some((other) => likeness(document, other) >= ALIKE)
