import { createApply, type Candidate } from './candidate.ts'
import { createForm, type Form } from './form.ts'
import type { Pair } from './propose/propose.ts'
import type { Claim } from './site-log.ts'
import type { ClaimCount } from './types.ts'

/** Claims that other claims repeat need not all propose. */
const MOST_PROPOSING = 2000

/** Pairs of a URL and what it redirects to or names as its own, as the rules found so far spell them. */
export function pairsFromClaims(claims: readonly Claim[], normalize: (url: string) => string): Pair[] {
  const pairs: Pair[] = []
  for (const [index, { from, to }] of claims.entries()) {
    const [left, right] = [normalize(from), normalize(to)]
    // Contents have numbers from 0.
    if (left !== right) pairs.push([createForm(left), createForm(right), -2 - index])
    if (pairs.length === MOST_PROPOSING) break
  }
  return pairs
}

/** A claim with both URLs as all rules together spell them. */
export interface SettledClaim {
  readonly kind: Claim['kind']
  readonly from: Form
  readonly to: string
  readonly agrees: boolean
}

export function settleClaims(claims: readonly Claim[], normalize: (url: string) => string): SettledClaim[] {
  return claims.map(({ kind, from, to }) => {
    const target = normalize(to)
    return { kind, from: createForm(from), to: target, agrees: normalize(from) === target }
  })
}

/** The claims of URLs that a rule changes: those that it helps to fulfil, and those that it breaks; each target once. */
export function countClaims(
  candidate: Candidate,
  claims: readonly SettledClaim[],
): { readonly redirects: ClaimCount; readonly canonicals: ClaimCount } {
  const apply = createApply(candidate)
  const own = claims.filter(({ from }) => candidate.hosts.includes(from.host) && apply(from) !== from.text)
  const count = (kind: Claim['kind'], agrees: boolean): number =>
    new Set(own.filter((claim) => claim.kind === kind && claim.agrees === agrees).map(({ to }) => to)).size
  return {
    redirects: { agree: count('redirect', true), against: count('redirect', false) },
    canonicals: { agree: count('canonical', true), against: count('canonical', false) },
  }
}
