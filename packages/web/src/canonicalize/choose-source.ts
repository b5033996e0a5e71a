import { findOwnerDomain } from '../net/gate/registrable-domain.ts'
import { rank } from './candidates.ts'
import { findDeclaration } from './declared.ts'
import type { Declaration } from './result.ts'
import type { CanonicalizeContext } from './context.ts'
import type { Miss } from './requester.ts'
import type { Landing } from './landing.ts'
import { listHttpsTwins } from './presets.ts'
import { areFormsOfOnePage, createProofRules, listRedirects, prove, provesNothing } from './prove.ts'
import { isBetter, lowersScheme } from './rank.ts'
import type { AttemptPurpose } from './result.ts'
import { acceptBetter, acceptDeclared, confirmByRedirect, noteFailure, type CanonicalVerdict } from './verdict.ts'

/** The best URL so far, and what it served: everything else is compared with that. */
export interface Contender {
  readonly verdict: CanonicalVerdict
  readonly landing: Landing
}

export interface Source extends Contender {
  /** The URLs that the documents of the chain declare as their own. */
  readonly claims: readonly Declaration[]
}

/** A longer chain is not followed to its end. */
export const MAX_STEPS = 10

/**
 * Follows declared URLs from document to document, as long as each serves the same and the budget allows. The variants of
 * the last one are then tested.
 *
 * If a chain loops, each of its documents declares another one and none is canonical: the first of them stays. A chain loops if a
 * document declares one that was passed, or a URL that redirects to one.
 */
export async function chooseSource(
  decision: CanonicalizeContext,
  start: Contender,
  declared: Declaration | null,
): Promise<Source> {
  const chain: Contender[] = []
  let [here, next, purpose]: [Contender, Declaration | null, AttemptPurpose] = [start, declared, 'declared']
  const claims: Declaration[] = []
  while (next !== null) {
    claims.push(next)
    const claim = next
    if (isOwn(decision, here.landing, claim)) break
    const declaredBefore = findPassed(decision, chain, claim)
    if (declaredBefore !== undefined) return endLoop(decision, declaredBefore, claims)
    if (decision.chain.stepsLeft === 0) return { ...endTooLong(decision, here), claims }
    const visited = await tryDeclared(decision, here, claim, purpose)
    if (!visited.isElsewhere) return { ...visited, claims }
    const reachedBefore = findPassed(decision, chain, visited.landing)
    if (reachedBefore !== undefined) return endLoop(decision, reachedBefore, claims)
    chain.push(here)
    decision.chain.stepsLeft -= 1
    here = visited
    next = findDeclaration(visited.landing, decision)
    purpose = 'declared_next'
  }
  return { ...here, claims }
}

/** The document of the chain that a URL belongs to. */
const findPassed = (
  decision: CanonicalizeContext,
  chain: readonly Contender[],
  place: { readonly url: string },
): Contender | undefined => chain.find(({ landing }) => isOwn(decision, landing, place))

function endLoop({ requester }: CanonicalizeContext, first: Contender, claims: readonly Declaration[]): Source {
  requester.warn('canonical_loop')
  return { ...first, verdict: noteFailure(first.verdict), claims }
}

export function endTooLong({ requester }: CanonicalizeContext, here: Contender): Contender {
  requester.warn('chain_too_long')
  return { ...here, verdict: noteFailure(here.verdict) }
}

/** Whether a document declares its own URL, or one that a temporary redirect led to. */
export function isOwn(
  { presets: { getClass } }: CanonicalizeContext,
  landing: Landing,
  { url }: { readonly url: string },
): boolean {
  return [landing.url, ...landing.beyond].some((own) => getClass(own) === getClass(url))
}

interface DeclaredTrial extends Contender {
  /** Whether the declared document was proved to be the same and is in another class. */
  readonly isElsewhere: boolean
}

/** Requests a declared URL of another class and accepts it only if it serves the same. */
async function tryDeclared(
  decision: CanonicalizeContext,
  here: Contender,
  declared: Declaration,
  purpose: AttemptPurpose,
): Promise<DeclaredTrial> {
  let verdict = here.verdict
  for (const url of listSpellingsToRequest(here.landing.url, declared.url)) {
    const asked = await tryDeclaredSpelling(decision, { ...here, verdict }, { ...declared, url }, purpose)
    if (asked.isElsewhere || asked.landing !== here.landing || asked.verdict.proof !== verdict.proof) return asked
    verdict = asked.verdict
  }
  return { verdict, landing: here.landing, isElsewhere: false }
}

/** An http URL that an https document declares is requested over https first; over http a redirect may still lead to https. */
function listSpellingsToRequest(from: string, declared: string): readonly string[] {
  return lowersScheme(from, declared) ? [...listHttpsTwins(declared), declared] : [declared]
}

async function tryDeclaredSpelling(
  decision: CanonicalizeContext,
  here: Contender,
  declared: Declaration,
  purpose: AttemptPurpose,
): Promise<DeclaredTrial> {
  const { requester, presets, aliases, outcomes } = decision
  const claimed = rank(declared.url, 'declared', presets, { by: declared.by })
  const landing = await requester.request(declared.url, purpose)
  if (!landing.ok) return handleMiss(decision, here, claimed, landing)
  const isSameClass = presets.getClass(landing.url) === presets.getClass(here.landing.url)
  const rules = createProofRules(decision, here.landing, landing)
  const proof =
    (await prove(here.landing, landing, rules)) ?? (isOtherForm(decision, here, declared, landing) ? 'signature' : null)
  if (isSameClass) {
    outcomes.decide(claimed, 'redirected')
    return handleReturn(decision, here, declared, landing, proof)
  }
  requester.recordOutcome(declared.url, proof ?? 'different')
  // What was reached over https is not left for http, even if that serves the same.
  if (proof === null || lowersScheme(here.landing.url, landing.url)) {
    outcomes.decide(claimed, proof === null ? 'different' : 'not_better')
    return stay(noteFailure(here.verdict), here)
  }
  aliases.add([here.landing.url, ...landing.via], proof)
  const isInPlace = landing.url === declared.url
  outcomes.decide(claimed, isInPlace ? 'verified' : 'redirected')
  const target = isInPlace ? claimed : rank(landing.url, 'declared', presets, { by: declared.by })
  return { verdict: acceptDeclared(here.verdict, target, isInPlace ? proof : 'redirect'), landing, isElsewhere: true }
}

const stay = (verdict: CanonicalVerdict, { landing }: Contender): DeclaredTrial => ({
  verdict,
  landing,
  isElsewhere: false,
})

function handleMiss(
  { requester, outcomes }: CanonicalizeContext,
  here: Contender,
  claimed: ReturnType<typeof rank>,
  { why }: Miss,
): DeclaredTrial {
  if (why === 'blocked') {
    // Declaring a URL that may not be requested is not a fault of the response.
    requester.warn('declared_blocked')
    outcomes.decide(claimed, 'blocked')
    return stay(here.verdict, here)
  }
  outcomes.decide(claimed, why === 'failed' ? 'failed' : 'untested')
  return stay(noteFailure(here.verdict), here)
}

/**
 * Whether a page declares the page whose AMP or mobile form it is: on the same registrable domain, where the other page
 * declares itself.
 */
function isOtherForm(
  decision: CanonicalizeContext,
  { landing }: Contender,
  { by }: Declaration,
  target: Landing,
): boolean {
  if (!decision.settings.useSignature || by !== 'canonical' || landing.isCut || target.isCut) return false
  if (provesNothing(target)) return false
  const [site, other] = [landing.url, target.url].map((url) => findOwnerDomain(url))
  if (site === null || site !== other) return false
  const own = findDeclaration(target, decision)
  return (
    own !== null &&
    isOwn(decision, target, own) &&
    areFormsOfOnePage(landing.content.document(), target.content.document())
  )
}

/** The declared URL redirects to the current URL, or to another spelling of it, which may be better. */
function handleReturn(
  { presets, requester, aliases }: CanonicalizeContext,
  here: Contender,
  declared: Declaration,
  landing: Landing,
  proof: 'content' | 'signature' | null,
): DeclaredTrial {
  const isHere = landing.url === here.landing.url
  requester.recordOutcome(declared.url, isHere ? 'redirects_to_response' : 'redirects_to_its_class')
  if (!isHere && proof === null) return stay(noteFailure(here.verdict), here)
  aliases.add(listRedirects(landing), 'redirect')
  if (isHere || proof === null) return stay(confirmByRedirect(here.verdict), here)
  aliases.add([here.landing.url], proof)
  const target = rank(landing.url, 'response', presets)
  if (!isBetter(target, here.verdict.best)) return stay(here.verdict, here)
  return { verdict: acceptBetter(here.verdict, target, 'redirect'), landing, isElsewhere: false }
}
