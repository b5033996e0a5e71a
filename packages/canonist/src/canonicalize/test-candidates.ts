import { rank, sortUnique, variantsOf, type Candidate } from './candidates.ts'
import type { Standing } from './choose-source.ts'
import type { Decision } from './decision.ts'
import type { Miss } from './inquiry.ts'
import type { Landing } from './landing.ts'
import { prove } from './prove.ts'
import { isBetter } from './rank.ts'
import type { Fate } from './result.ts'
import { adopt, confirm, noteFailure, type Verdict } from './verdict.ts'

/**
 * Asks for one candidate after the other, best first, until one serves the same thing in its own place.
 *
 * @param settled URLs that need no further test, from one round of a decision to the next
 */
export async function testCandidates(
  decision: Decision,
  start: Standing,
  candidates: readonly Candidate[],
  settled: Set<string>,
): Promise<Standing> {
  const { fates, presets } = decision
  const tried = new Set(settled)
  let waiting = candidates
  let here = start
  for (;;) {
    const { best } = here.verdict
    const next = waiting.find((candidate) => isBetter(candidate, best) && !tried.has(candidate.url))
    if (next === undefined) break
    tried.add(next.url)
    const { fate, landing, verdict } = await testCandidate(decision, start.landing, here.verdict, next)
    fates.decide(next, fate)
    // What differs from this document may still equal the next one.
    if (fate !== 'different') settled.add(next.url)
    here = { verdict, landing: verdict.best === best || landing === null ? here.landing : landing }
    if (fate === 'verified') break
    // A redirect may lead to a spelling that no preset has made: then its own variants come into question.
    if (verdict.best !== best) waiting = sortUnique([...waiting, ...variantsOf(verdict.best.url, presets)])
  }
  fates.consider([rank(start.landing.url, 'response', presets), start.verdict.best, here.verdict.best], 'verified')
  fates.consider(waiting, 'not_better')
  return here
}

interface Tested {
  readonly fate: Fate
  readonly verdict: Verdict
  /** Where the candidate led; null where it led nowhere. */
  readonly landing: Landing | null
}

async function testCandidate(
  decision: Decision,
  source: Landing,
  verdict: Verdict,
  candidate: Candidate,
): Promise<Tested> {
  const landing = await decision.inquiry.ask(candidate.url, 'variant')
  if (!landing.ok) return missed(verdict, landing)
  const { classOf } = decision.presets
  const isSameClass = classOf(landing.url) === classOf(source.url)
  const rules = { isSameClass, useSignature: decision.settings.useSignature }
  const proof = await prove(source, landing, rules)
  if (isInPlace(decision, candidate.url, landing)) return tookPlace(decision, verdict, candidate, landing, proof)
  return ledElsewhere(decision, verdict, candidate, landing, proof)
}

const FATES: Readonly<Record<Miss['why'], Fate>> = {
  blocked: 'blocked',
  failed: 'failed',
  dead_host: 'skipped_dead_host',
  budget: 'untested',
}

/** Only a host that was found dead before counts for nothing: that failure was counted when it was met. */
function missed(verdict: Verdict, { why }: Miss): Tested {
  return { fate: FATES[why], verdict: why === 'dead_host' ? verdict : noteFailure(verdict), landing: null }
}

/** Whether the candidate itself answered, or a server that hangs tracking on its own URLs. */
function isInPlace({ presets }: Decision, candidate: string, { url }: Landing): boolean {
  return url === candidate || presets.withoutTracking(url) === candidate
}

function tookPlace(
  { inquiry, aliases }: Decision,
  verdict: Verdict,
  candidate: Candidate,
  landing: Landing,
  proof: 'content' | 'signature' | null,
): Tested {
  inquiry.judge(candidate.url, proof ?? 'different')
  if (proof === null) return { fate: 'different', verdict: noteFailure(verdict), landing }
  aliases.add([verdict.best.url, ...landing.via], proof)
  return { fate: 'verified', verdict: adopt(verdict, candidate, proof), landing }
}

/** A redirect speaks for its target: for the best so far, or for a better one that serves the same. */
function ledElsewhere(
  { inquiry, aliases, presets }: Decision,
  verdict: Verdict,
  candidate: Candidate,
  landing: Landing,
  proof: 'content' | 'signature' | null,
): Tested {
  const target = rank(landing.url, 'response', presets)
  if (target.url === verdict.best.url) {
    inquiry.judge(candidate.url, 'redirects_to_best')
    aliases.add(landing.via, 'redirect')
    return { fate: 'redirected', verdict: confirm(verdict), landing }
  }
  const isOfClass = presets.classOf(target.url) === presets.classOf(verdict.best.url)
  if (proof === null || !isOfClass || !isBetter(target, verdict.best)) {
    inquiry.judge(candidate.url, 'redirects_elsewhere')
    return { fate: 'redirected', verdict: noteFailure(verdict), landing }
  }
  inquiry.judge(candidate.url, 'redirects_to_better')
  aliases.add(landing.via, 'redirect')
  aliases.add([verdict.best.url], proof)
  return { fate: 'redirected', verdict: adopt(verdict, target, 'redirect'), landing }
}
