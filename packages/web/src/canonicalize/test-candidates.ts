import { rank, sortUnique, listVariants, type Candidate } from './candidates.ts'
import type { Contender } from './choose-source.ts'
import type { CanonicalizeContext } from './context.ts'
import type { Miss } from './requester.ts'
import type { Landing } from './landing.ts'
import { createProofRules, listRedirects, prove } from './prove.ts'
import { isBetter } from './rank.ts'
import type { CandidateOutcome } from './result.ts'
import { acceptBetter, confirmByRedirect, noteFailure, type CanonicalVerdict } from './verdict.ts'

/**
 * Requests one candidate after another, best first, until one serves the same document without a redirect.
 *
 * @param tested URLs that need no further test, from one round to the next
 */
export async function testCandidates(
  decision: CanonicalizeContext,
  start: Contender,
  candidates: readonly Candidate[],
  tested: Set<string>,
): Promise<Contender> {
  const { outcomes, presets } = decision
  const tried = new Set(tested)
  let waiting = candidates
  let here = start
  for (;;) {
    const { best } = here.verdict
    const next = waiting.find((candidate) => isBetter(candidate, best) && !tried.has(candidate.url))
    if (next === undefined) break
    tried.add(next.url)
    const { outcome, landing, verdict } = await testCandidate(decision, start.landing, here.verdict, next)
    outcomes.decide(next, outcome)
    // What differs from this document may still equal the next one.
    if (outcome !== 'different') tested.add(next.url)
    here = { verdict, landing: verdict.best === best || landing === null ? here.landing : landing }
    if (outcome === 'verified') break
    // A redirect may lead to a spelling that no preset has made: then its own variants come into question.
    if (verdict.best !== best) waiting = sortUnique([...waiting, ...listVariants(verdict.best.url, presets)])
  }
  outcomes.consider([rank(start.landing.url, 'response', presets), start.verdict.best, here.verdict.best], 'verified')
  outcomes.consider(waiting, 'not_better')
  return here
}

interface Tested {
  readonly outcome: CandidateOutcome
  readonly verdict: CanonicalVerdict
  /** Where the candidate led; null if the request failed. */
  readonly landing: Landing | null
}

async function testCandidate(
  decision: CanonicalizeContext,
  source: Landing,
  verdict: CanonicalVerdict,
  candidate: Candidate,
): Promise<Tested> {
  const landing = await decision.requester.request(candidate.url, 'variant')
  if (!landing.ok) return handleMiss(verdict, landing)
  const proof = await prove(source, landing, createProofRules(decision, source, landing))
  if (isInPlace(decision, candidate.url, landing)) return handleInPlace(decision, verdict, candidate, landing, proof)
  return handleRedirect(decision, verdict, candidate, landing, proof)
}

const OUTCOME_BY_MISS: Readonly<Record<Miss['why'], CandidateOutcome>> = {
  blocked: 'blocked',
  failed: 'failed',
  dead_host: 'skipped_dead_host',
  budget: 'untested',
  deadline: 'untested',
}

/** A host that was found dead before does not count again. */
function handleMiss(verdict: CanonicalVerdict, { why }: Miss): Tested {
  return { outcome: OUTCOME_BY_MISS[why], verdict: why === 'dead_host' ? verdict : noteFailure(verdict), landing: null }
}

/** Whether the candidate itself responded, perhaps at a URL to which the server added tracking. */
function isInPlace({ presets }: CanonicalizeContext, candidate: string, { url }: Landing): boolean {
  return url === candidate || presets.removeTracking(url) === candidate
}

function handleInPlace(
  { requester, aliases }: CanonicalizeContext,
  verdict: CanonicalVerdict,
  candidate: Candidate,
  landing: Landing,
  proof: 'content' | 'signature' | null,
): Tested {
  requester.recordOutcome(candidate.url, proof ?? 'different')
  if (proof === null) return { outcome: 'different', verdict: noteFailure(verdict), landing }
  aliases.add([verdict.best.url, ...landing.via], proof)
  return { outcome: 'verified', verdict: acceptBetter(verdict, candidate, proof), landing }
}

/** A redirect confirms its target: the best so far, or a better one that serves the same. */
function handleRedirect(
  { requester, aliases, presets }: CanonicalizeContext,
  verdict: CanonicalVerdict,
  candidate: Candidate,
  landing: Landing,
  proof: 'content' | 'signature' | null,
): Tested {
  const target = rank(landing.url, 'response', presets)
  if (target.url === verdict.best.url) {
    requester.recordOutcome(candidate.url, 'redirects_to_best')
    aliases.add(listRedirects(landing), 'redirect')
    return { outcome: 'redirected', verdict: confirmByRedirect(verdict), landing }
  }
  const isOfClass = presets.getClass(target.url) === presets.getClass(verdict.best.url)
  if (proof === null || !isOfClass || !isBetter(target, verdict.best)) {
    requester.recordOutcome(candidate.url, 'redirects_elsewhere')
    return { outcome: 'redirected', verdict: noteFailure(verdict), landing }
  }
  requester.recordOutcome(candidate.url, 'redirects_to_better')
  aliases.add(listRedirects(landing), 'redirect')
  aliases.add([verdict.best.url], proof)
  return { outcome: 'redirected', verdict: acceptBetter(verdict, target, 'redirect'), landing }
}
