import { rank } from './candidates.ts'
import { findDeclaration, type Declaration } from './declared.ts'
import type { Decision } from './decision.ts'
import type { Landing } from './landing.ts'
import { prove } from './prove.ts'
import { isBetter } from './rank.ts'
import type { Fate, Purpose } from './result.ts'
import { adopt, beginWith, believe, confirm, noteFailure, type Verdict } from './verdict.ts'

export interface Source {
  readonly verdict: Verdict
  /** What the documents on the way here call themselves. */
  readonly claims: readonly Declaration[]
}

/** Whose variants are to be tested: those of the response, or of what the document declares, if that is true. */
export async function chooseSource(
  decision: Decision,
  response: Landing,
  declared: Declaration | null,
): Promise<Source> {
  const start = beginWith(rank(response.url, 'response', decision.presets))
  if (declared === null) return { verdict: start, claims: [] }
  if (isOwn(decision, response, declared)) return { verdict: start, claims: [declared] }
  const asked = await visit({ decision, response, start }, declared, 'declared')
  if (asked.believed === null) return { verdict: asked.verdict, claims: [declared] }
  const next = findDeclaration(asked.believed, decision.presets, decision.inquiry.warn)
  if (next === null) return { verdict: asked.verdict, claims: [declared] }
  const verdict = await stepFurther({ decision, response, start }, asked.verdict, asked.believed, next)
  return { verdict, claims: [declared, next] }
}

/** Whether a document speaks of the very place where it was found, or of where a redirect that is not to count led. */
export function isOwn({ presets: { classOf } }: Decision, landing: Landing, { url }: Declaration): boolean {
  return [landing.url, ...landing.beyond].some((own) => classOf(own) === classOf(url))
}

interface Standpoint {
  readonly decision: Decision
  readonly response: Landing
  /** The verdict for the response. */
  readonly start: Verdict
}

interface Visited {
  readonly verdict: Verdict
  /** The declared document, where it was proved to be the same and to live elsewhere. */
  readonly believed: Landing | null
}

/** Asks a declared URL of another class and believes it only if it serves the same. */
async function visit(standpoint: Standpoint, declared: Declaration, purpose: Purpose): Promise<Visited> {
  const { decision, response, start } = standpoint
  const { inquiry, presets, settings, aliases } = decision
  const claimed = rank(declared.url, 'declared', presets, { by: declared.by })
  const decide = (verdict: Verdict, fate: Fate, believed: Landing | null = null): Visited => {
    decision.fates.decide(claimed, fate)
    return { verdict, believed }
  }
  const landing = await inquiry.ask(declared.url, purpose)
  if (!landing.ok && landing.why === 'blocked') {
    // It says nothing against the response that it declares what may not be asked.
    inquiry.warn('declared_blocked')
    return decide(start, 'blocked')
  }
  if (!landing.ok) return decide(noteFailure(start), landing.why === 'failed' ? 'failed' : 'untested')
  const isSameClass = presets.classOf(landing.url) === presets.classOf(response.url)
  const proof = await prove(response, landing, { isSameClass, useSignature: settings.useSignature })
  if (isSameClass) return decide(backAtResponse(standpoint, landing, declared, proof), 'redirected')
  inquiry.judge(declared.url, proof ?? 'different')
  if (proof === null) return decide(noteFailure(start), 'different')
  aliases.add([response.url, ...landing.via], proof)
  if (landing.url === declared.url) return decide(believe(start, claimed, proof), 'verified', landing)
  const target = rank(landing.url, 'declared', presets, { by: declared.by })
  return decide(believe(start, target, 'redirect'), 'redirected', landing)
}

/** The declared URL leads to where we are, or to another spelling of it, which may be the better one. */
function backAtResponse(
  { decision: { presets, inquiry, aliases }, response, start }: Standpoint,
  landing: Landing,
  declared: Declaration,
  proof: 'content' | 'signature' | null,
): Verdict {
  const isResponse = landing.url === response.url
  inquiry.judge(declared.url, isResponse ? 'redirects_to_response' : 'redirects_to_its_class')
  if (!isResponse && proof === null) return noteFailure(start)
  aliases.add(landing.via, 'redirect')
  if (isResponse || proof === null) return confirm(start)
  aliases.add([response.url], proof)
  const target = rank(landing.url, 'response', presets)
  return isBetter(target, start.best) ? adopt(start, target, 'redirect') : start
}

/**
 * A declared page may declare another one in turn: one step further is taken. If it points back, each calls the other
 * canonical and neither is: we stay where we are.
 */
async function stepFurther(
  standpoint: Standpoint,
  reached: Verdict,
  landing: Landing,
  next: Declaration,
): Promise<Verdict> {
  const { decision, response, start } = standpoint
  if (isOwn(decision, landing, next)) return reached
  if (isOwn(decision, response, next)) {
    decision.inquiry.warn('canonical_loop')
    return start
  }
  if (landing.content.document().kind !== 'page') return reached
  const { verdict, believed } = await visit(standpoint, next, 'declared_next')
  return believed === null ? reached : verdict
}
