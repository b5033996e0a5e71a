import type { ProbeRequester } from './probe-requester.ts'
import { comparePair, isCounted, type PairVerdict } from './compare-pair.ts'
import type { ProbeReport } from '../rules/probe-report.ts'
import { MAX_PAIRS, testSequence } from './sequential-test.ts'
import type { ServedDocument } from './served.ts'
import type { UrlPair } from './trial-pairs.ts'

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
