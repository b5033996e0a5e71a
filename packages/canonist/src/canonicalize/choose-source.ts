import { rank } from './candidates.ts'
import { findDeclaration, type Declaration } from './declared.ts'
import type { Decision } from './decision.ts'
import type { Miss } from './inquiry.ts'
import type { Landing } from './landing.ts'
import { prove } from './prove.ts'
import { isBetter, raisesScheme } from './rank.ts'
import type { Purpose } from './result.ts'
import type { Verdict } from './verdict.ts'

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
  const start = responseVerdict(decision, response)
  if (declared === null) return { verdict: start, claims: [] }
  if (isOfClass(decision, declared.url, response.url)) return { verdict: start, claims: [declared] }
  const { verdict, landing } = await visit(decision, start, response, declared, 'declared')
  if (landing === null || verdict.source === 'response') return { verdict, claims: [declared] }
  const next = findDeclaration(landing, decision.presets, decision.inquiry.warn)
  if (next === null) return { verdict, claims: [declared] }
  return { verdict: await stepFurther(decision, start, response, verdict, landing, next), claims: [declared, next] }
}

export function responseVerdict({ presets }: Decision, response: Landing): Verdict {
  return {
    best: rank(response.url, 'response', presets),
    proof: null,
    source: 'response',
    isUpgraded: false,
    hasFailures: false,
  }
}

const isOfClass = ({ presets: { classOf } }: Decision, a: string, b: string): boolean => classOf(a) === classOf(b)

/** A declared URL that may not be asked says nothing against the response. */
const isFailure = ({ why }: Miss): boolean => why === 'failed' || why === 'budget'

interface Visited {
  readonly verdict: Verdict
  readonly landing: Landing | null
}

/** Asks a declared URL of another class and believes it only if it serves the same. */
async function visit(
  decision: Decision,
  start: Verdict,
  response: Landing,
  declared: Declaration,
  purpose: Purpose,
): Promise<Visited> {
  const { inquiry, settings } = decision
  const landing = await inquiry.ask(declared.url, purpose)
  if (!landing.ok) {
    if (landing.why === 'blocked') inquiry.warn('declared_blocked')
    return { verdict: { ...start, hasFailures: isFailure(landing) }, landing: null }
  }
  const isSameClass = isOfClass(decision, landing.url, response.url)
  const proof = await prove(response, landing, { isSameClass, useSignature: settings.useSignature })
  if (isSameClass) return { verdict: backAtResponse(decision, start, response, landing, declared, proof), landing }
  inquiry.judge(declared.url, proof === null ? 'different' : proof)
  if (proof === null) return { verdict: { ...start, hasFailures: true }, landing: null }
  decision.aliases.add([response.url, ...landing.via], proof)
  return { verdict: believe(decision, start, landing, declared, proof), landing }
}

function believe(
  { presets }: Decision,
  start: Verdict,
  landing: Landing,
  declared: Declaration,
  proof: 'content' | 'signature',
): Verdict {
  const wasLedOn = landing.url !== declared.url
  return {
    ...start,
    best: rank(landing.url, 'declared', presets),
    source: declared.by,
    proof: wasLedOn ? 'redirect' : proof,
  }
}

/** The declared URL leads to where we are, or to another spelling of it, which may be the better one. */
function backAtResponse(
  { presets, inquiry, aliases }: Decision,
  start: Verdict,
  response: Landing,
  landing: Landing,
  declared: Declaration,
  proof: 'content' | 'signature' | null,
): Verdict {
  const target = rank(landing.url, 'response', presets)
  const isResponse = landing.url === response.url
  inquiry.judge(declared.url, isResponse ? 'redirects_to_response' : 'redirects_to_its_class')
  if (!isResponse && proof === null) return { ...start, hasFailures: true }
  aliases.add(landing.via, 'redirect')
  if (isResponse) return { ...start, proof: 'redirect' }
  aliases.add([response.url], proof ?? 'redirect')
  if (!isBetter(target, start.best)) return start
  return { ...start, best: target, proof: 'redirect', isUpgraded: raisesScheme(start.best, target) }
}

/**
 * A declared page may declare another one in turn: one step further is taken. If it points back, each calls the other
 * canonical and neither is: we stay where we are.
 */
async function stepFurther(
  decision: Decision,
  start: Verdict,
  response: Landing,
  reached: Verdict,
  landing: Landing,
  next: Declaration,
): Promise<Verdict> {
  if (isOfClass(decision, next.url, landing.url)) return reached
  if (isOfClass(decision, next.url, response.url)) {
    decision.inquiry.warn('canonical_loop')
    return start
  }
  if (landing.document().kind !== 'page') return reached
  const { verdict } = await visit(decision, start, response, next, 'declared_next')
  return verdict.source === 'response' ? reached : verdict
}
