import { ownerDomain } from '../net/gate/registrable-domain.ts'
import { rank } from './candidates.ts'
import { findDeclaration } from './declared.ts'
import type { Declaration } from './result.ts'
import type { Decision } from './decision.ts'
import type { Miss } from './inquiry.ts'
import type { Landing } from './landing.ts'
import { httpsTwin } from './presets.ts'
import { areFormsOfOnePage, prove } from './prove.ts'
import { isBetter, lowersScheme } from './rank.ts'
import type { Purpose } from './result.ts'
import { adopt, believe, confirm, noteFailure, type Verdict } from './verdict.ts'

/** The best URL so far, and what it served: everything else is compared with that. */
export interface Standing {
  readonly verdict: Verdict
  readonly landing: Landing
}

export interface Source extends Standing {
  /** What the documents on the way here call themselves. */
  readonly claims: readonly Declaration[]
}

/**
 * Follows what documents declare as their own URL, as far as each serves the same and the budget allows. The variants of
 * the end of that chain are then to be tested.
 *
 * Where a chain leads back, each of its documents calls another one canonical and none is: the first of them stays.
 */
export async function chooseSource(decision: Decision, start: Standing, declared: Declaration | null): Promise<Source> {
  const chain: Standing[] = []
  let [here, next, purpose]: [Standing, Declaration | null, Purpose] = [start, declared, 'declared']
  const claims: Declaration[] = []
  while (next !== null) {
    claims.push(next)
    const claim = next
    if (isOwn(decision, here.landing, claim)) break
    const passed = chain.find(({ landing }) => isOwn(decision, landing, claim))
    if (passed !== undefined) {
      decision.inquiry.warn('canonical_loop')
      return { ...passed, verdict: noteFailure(passed.verdict), claims }
    }
    const visited = await visit(decision, here, claim, purpose)
    if (!visited.isElsewhere) return { ...visited, claims }
    chain.push(here)
    here = visited
    next = findDeclaration(visited.landing, decision)
    purpose = 'declared_next'
  }
  return { ...here, claims }
}

/** Whether a document speaks of the very place where it was found, or of where a redirect that is not to count led. */
export function isOwn({ presets: { classOf } }: Decision, landing: Landing, { url }: Declaration): boolean {
  return [landing.url, ...landing.beyond].some((own) => classOf(own) === classOf(url))
}

interface Visited extends Standing {
  /** Whether the declared document was proved to be the same and to live in another class. */
  readonly isElsewhere: boolean
}

/** Asks a declared URL of another class and believes it only if it serves the same. */
async function visit(decision: Decision, here: Standing, declared: Declaration, purpose: Purpose): Promise<Visited> {
  let verdict = here.verdict
  for (const url of spellingsToAsk(here.landing.url, declared.url)) {
    const asked = await visitSpelling(decision, { ...here, verdict }, { ...declared, url }, purpose)
    if (asked.isElsewhere || asked.landing !== here.landing || asked.verdict.proof !== verdict.proof) return asked
    verdict = asked.verdict
  }
  return { verdict, landing: here.landing, isElsewhere: false }
}

/** An http URL that an https document declares is asked over https first; over http a redirect may still lead to https. */
function spellingsToAsk(from: string, declared: string): readonly string[] {
  return lowersScheme(from, declared) ? [...httpsTwin(declared), declared] : [declared]
}

async function visitSpelling(
  decision: Decision,
  here: Standing,
  declared: Declaration,
  purpose: Purpose,
): Promise<Visited> {
  const { inquiry, presets, settings, aliases, fates } = decision
  const claimed = rank(declared.url, 'declared', presets, { by: declared.by })
  const landing = await inquiry.ask(declared.url, purpose)
  if (!landing.ok) return missed(decision, here, claimed, landing)
  const isSameClass = presets.classOf(landing.url) === presets.classOf(here.landing.url)
  const rules = { isSameClass, useSignature: settings.useSignature }
  const proof =
    (await prove(here.landing, landing, rules)) ?? (isOtherForm(decision, here, declared, landing) ? 'signature' : null)
  if (isSameClass) {
    fates.decide(claimed, 'redirected')
    return backAtStart(decision, here, declared, landing, proof)
  }
  inquiry.judge(declared.url, proof ?? 'different')
  // What was reached over https is not left for http, even if that serves the same.
  if (proof === null || lowersScheme(here.landing.url, landing.url)) {
    fates.decide(claimed, proof === null ? 'different' : 'not_better')
    return stay(noteFailure(here.verdict), here)
  }
  aliases.add([here.landing.url, ...landing.via], proof)
  const isInPlace = landing.url === declared.url
  fates.decide(claimed, isInPlace ? 'verified' : 'redirected')
  const target = isInPlace ? claimed : rank(landing.url, 'declared', presets, { by: declared.by })
  return { verdict: believe(here.verdict, target, isInPlace ? proof : 'redirect'), landing, isElsewhere: true }
}

const stay = (verdict: Verdict, { landing }: Standing): Visited => ({ verdict, landing, isElsewhere: false })

function missed(
  { inquiry, fates }: Decision,
  here: Standing,
  claimed: ReturnType<typeof rank>,
  { why }: Miss,
): Visited {
  if (why === 'blocked') {
    // It says nothing against the response that it declares what may not be asked.
    inquiry.warn('declared_blocked')
    fates.decide(claimed, 'blocked')
    return stay(here.verdict, here)
  }
  fates.decide(claimed, why === 'failed' ? 'failed' : 'untested')
  return stay(noteFailure(here.verdict), here)
}

/**
 * Whether a page declares the page whose AMP or mobile form it is: on the same registrable domain, where the other page
 * declares itself.
 */
function isOtherForm(decision: Decision, { landing }: Standing, { by }: Declaration, target: Landing): boolean {
  if (!decision.settings.useSignature || by !== 'canonical' || landing.isCut || target.isCut) return false
  const [site, other] = [landing.url, target.url].map((url) => ownerDomain(url))
  if (site === null || site !== other) return false
  const own = findDeclaration(target, decision)
  return (
    own !== null &&
    isOwn(decision, target, own) &&
    areFormsOfOnePage(landing.content.document(), target.content.document())
  )
}

/** The declared URL leads to where we are, or to another spelling of it, which may be the better one. */
function backAtStart(
  { presets, inquiry, aliases }: Decision,
  here: Standing,
  declared: Declaration,
  landing: Landing,
  proof: 'content' | 'signature' | null,
): Visited {
  const isHere = landing.url === here.landing.url
  inquiry.judge(declared.url, isHere ? 'redirects_to_response' : 'redirects_to_its_class')
  if (!isHere && proof === null) return stay(noteFailure(here.verdict), here)
  aliases.add(landing.via, 'redirect')
  if (isHere || proof === null) return stay(confirm(here.verdict), here)
  aliases.add([here.landing.url], proof)
  const target = rank(landing.url, 'response', presets)
  if (!isBetter(target, here.verdict.best)) return stay(here.verdict, here)
  return { verdict: adopt(here.verdict, target, 'redirect'), landing, isElsewhere: false }
}
