import { createApply, type Candidate } from './candidate.ts'
import type { ParsedUrl } from '../log/form.ts'
import { Proposer } from './proposer.ts'
import type { PairCache } from './proposer.ts'
import type { Claim } from '../log/site-log.ts'
import type { UrlSpellings } from '../log/url-spellings.ts'
import type { ClaimCount } from '../log/types.ts'
import { THRESHOLDS } from '../log/thresholds.ts'

const { MAX_PROPOSING, MIN_CLAIMS } = THRESHOLDS.claims

/** Creates proposers for redirects and canonical links whose two URLs still differ under the current rules. */
export function createClaimProposers(claims: readonly Claim[], spellings: UrlSpellings, cache: PairCache): Proposer[] {
  const proposers: Proposer[] = []
  for (const [index, { from, to }] of claims.entries()) {
    const [left, right] = [spellings.find(from), spellings.find(to)]
    // Negative: contents are numbered from 0.
    if (left !== right) proposers.push(new Proposer(-2 - index, [[left, right]], cache))
    if (proposers.length === MAX_PROPOSING) break
  }
  return proposers
}

/** A claim with both URLs as all rules together spell them. */
export interface ResolvedClaim {
  readonly kind: Claim['kind']
  readonly from: ParsedUrl
  readonly to: string
  readonly agrees: boolean
  /** Whether a page declares its own URL as canonical, which contradicts every rule that changes it. */
  readonly isOwn: boolean
}

export function resolveClaims(claims: readonly Claim[], spellings: UrlSpellings): ResolvedClaim[] {
  return claims.map(({ kind, from, to }) => {
    const target = spellings.find(to)
    const isOwn = from === to
    return {
      kind,
      from: spellings.findRaw(from),
      to: target.text,
      agrees: !isOwn && spellings.find(from) === target,
      isOwn,
    }
  })
}

/** Distinct targets of claims. */
interface Targets {
  readonly agree: Set<string>
  readonly against: Set<string>
}

/**
 * Counts the claims of URLs that a rule changes: those that it helps to fulfil, and those that it breaks. A rule that is not
 * active fulfils a claim if it would do so alone.
 */
export function countClaims(
  candidate: Candidate,
  claims: readonly ResolvedClaim[],
): { readonly redirects: ClaimCount; readonly canonicals: ClaimCount } {
  const none = (): Targets => ({ agree: new Set(), against: new Set() })
  const targets = { redirect: none(), canonical: none() }
  const apply = createApply(candidate)
  for (const { kind, from, to, agrees, isOwn } of claims) {
    const becomes = candidate.hosts.includes(from.host) ? apply(from) : from.text
    if (becomes === from.text) continue
    const isFulfilled = agrees || (!isOwn && becomes === to)
    targets[kind][isFulfilled ? 'agree' : 'against'].add(to)
  }
  return { redirects: countTargets(targets.redirect), canonicals: countTargets(targets.canonical) }
}

const countTargets = ({ agree, against }: Targets): ClaimCount => ({ agree: agree.size, against: against.size })

/** Whether enough claims of the site support a rule, and none contradicts it, so that it is worth probing. */
export function isClaimed(candidate: Candidate, claims: readonly ResolvedClaim[]): boolean {
  const { redirects, canonicals } = countClaims(candidate, claims.slice(0, MAX_PROPOSING))
  return redirects.agree + canonicals.agree >= MIN_CLAIMS && redirects.against + canonicals.against === 0
}
