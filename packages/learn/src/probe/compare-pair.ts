import { areAlikeButForName, computeLikeness, type Served, type ServedDocument } from './served.ts'

export type PairVerdict = 'agree' | 'differ' | 'unusable'

/** Pages of one site share their layout; above this they share their content. */
const ALIKE = 0.9
/** How much less similar a page may be to its twin than to itself a moment later. */
const TOLERANCE = 0.05

/**
 * Compares what two URLs served. If they differ, both are fetched again: a page that is not even similar to itself proves nothing,
 * and one that always changes a little may differ from its twin by as much. Only a pair that differs twice is different.
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

/** Whether a URL served the same document twice, or was missing twice. */
function isSameAgain(one: Served, again: Served): boolean {
  if (one.kind !== 'document' || again.kind !== 'document') return one.kind === again.kind
  return computeLikeness(one, again) >= ALIKE
}

/** Whether a document was counted before: a login form at every URL is one piece of evidence. */
export const isCounted = (document: ServedDocument, counted: readonly ServedDocument[]): boolean =>
  counted.some((other) => computeLikeness(document, other) >= ALIKE || areAlikeButForName(document, other))
