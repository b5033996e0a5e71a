import { areAlikeButForName, computeLikeness, type Served, type ServedDocument } from './served.ts'

export type PairVerdict = 'agree' | 'differ' | 'unusable'

/** Two pages of one site share their frame; beyond this they share what they say. */
const ALIKE = 0.9
/** A page may be so much less like its twin than like itself a moment later. */
const TOLERANCE = 0.05

/**
 * Whether two URLs served the same. Where they did not, both are fetched again: a page that is not even like itself
 * proves nothing, and one that changes a little all the time may differ from its twin as much. What differs twice does.
 */
export async function comparePair(
  first: Served,
  second: Served,
  fetchFirstAgain: () => Promise<Served>,
  fetchSecondAgain: () => Promise<Served>,
): Promise<PairVerdict> {
  if (first.kind !== 'document' || second.kind === 'nothing') return 'unusable'
  const alike = second.kind === 'document' ? computeLikeness(first, second) : 0
  if (alike === 1) return 'agree'
  const again = await fetchFirstAgain()
  if (again.kind !== 'document') return 'unusable'
  const self = computeLikeness(first, again)
  if (self < ALIKE) return 'unusable'
  if (alike >= Math.max(ALIKE, self - TOLERANCE)) return 'agree'
  return isSameAgain(second, await fetchSecondAgain()) ? 'differ' : 'unusable'
}

/** Whether a URL served the same twice, or twice that there is nothing. */
function isSameAgain(one: Served, again: Served): boolean {
  if (one.kind !== 'document' || again.kind !== 'document') return one.kind === again.kind
  return computeLikeness(one, again) >= ALIKE
}

/** Whether a document is one of those that were counted: a login form behind every URL is one piece of evidence. */
export const isCounted = (document: ServedDocument, counted: readonly ServedDocument[]): boolean =>
  counted.some((other) => computeLikeness(document, other) >= ALIKE || areAlikeButForName(document, other))
