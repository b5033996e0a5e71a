import type { ProbeRequester } from './probe-requester.ts'
import type { ProbeReport } from '../rules/probe-report.ts'
import { MAX_PAIRS, testSequence } from './sequential-test.ts'
import { type ServedDocument, areAlikeButForName, computeLikeness, type Served } from './served.ts'
import type { UrlPair } from './trial-pairs.ts'

type PairVerdict = 'agree' | 'differ' | 'unusable'

/** Pages of one site share their layout; above this they share their content. */
const ALIKE = 0.9
/** How much less similar a page may be to its twin than to itself a moment later. */
const TOLERANCE = 0.05

/**
 * Compares what two URLs served. If they differ, both are fetched again: a page that is not even similar to itself proves nothing,
 * and one that always changes a little may differ from its twin by as much. Only a pair that differs twice is different.
 */
async function comparePair(
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
const isCounted = (document: ServedDocument, counted: readonly ServedDocument[]): boolean =>
  counted.some((other) => computeLikeness(document, other) >= ALIKE || areAlikeButForName(document, other))

/** After this many useless pairs in a row, more requests would only burden the host. */
const MAX_UNUSABLE = 10

/** Fetches pairs of URLs, one after another, until the test decides or the budget is spent. */
export async function probeRule(pairs: readonly UrlPair[], requester: ProbeRequester): Promise<ProbeReport> {
  const tally = { agree: 0, differ: 0, unusable: 0 }
  const counted: ServedDocument[] = []
  const counterExamples: UrlPair[] = []
  const before = requester.requests
  let fruitless = 0
  let state = testSequence(0, 0)
  for (const pair of pairs) {
    if (!requester.hasBudget || fruitless === MAX_UNUSABLE || tally.agree + tally.differ === MAX_PAIRS) break
    const verdict = await probePair(pair, requester, counted)
    tally[verdict] += 1
    fruitless = verdict === 'unusable' ? fruitless + 1 : 0
    if (verdict === 'differ') counterExamples.push(pair)
    state = testSequence(tally.agree, tally.differ)
    if (state !== 'open') break
  }
  return {
    verdict: state === 'confirmed' || state === 'refuted' ? state : 'undecided',
    agree: tally.agree,
    against: tally.differ,
    unusable: tally.unusable,
    requests: requester.requests - before,
    counterExamples,
  }
}

/** Fetches both URLs back to back. A content that was counted before does not count again. */
async function probePair(
  [url, result]: UrlPair,
  requester: ProbeRequester,
  counted: ServedDocument[],
): Promise<PairVerdict> {
  const first = await requester.request(url)
  if (first.kind !== 'document' || isCounted(first, counted)) return 'unusable'
  const verdict = await comparePair(
    first,
    await requester.request(result),
    () => requester.request(url),
    () => requester.request(result),
  )
  if (verdict !== 'unusable') counted.push(first)
  return verdict
}
