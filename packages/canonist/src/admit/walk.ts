import { isRedirect } from '../net/redirect-status.ts'
import { destinationOf } from '../resolve/location.ts'
import type { RedirectStep } from './admission.ts'
import type { Gate } from './gate.ts'
import { refuseUrl } from './read-input.ts'
import type { Answered, Requests, Unanswered } from './requests.ts'
import type { Rulebook } from './rulebook.ts'
import { fragmentOf, hostOf, plainUrl } from './wire.ts'
import type { Reason } from './words.ts'

/** How a way along redirects ended. */
export type WayEnd =
  | { readonly kind: 'rest'; readonly visit: Answered }
  | { readonly kind: 'refused'; readonly reason: Reason }
  | { readonly kind: 'redirect_loop' | 'redirect_limit' | 'bad_redirect' }
  | { readonly kind: 'unanswered'; readonly visit: Unanswered }

export interface Way {
  readonly end: WayEnd
  /** Every Location as the server wrote it, in full, with its fragment. */
  readonly chain: readonly RedirectStep[]
  /** Every URL that was asked, in order. */
  readonly asked: readonly string[]
  /** Whether a redirect to http was followed over https. */
  readonly isUpgraded: boolean
  /** The last one of a Location, with its #. */
  readonly fragment: string | null
}

export const MOST_HOPS = 5

/** Follows redirects by hand: every hop passes the gate of the policy before anyone resolves its name. */
export async function walk(
  start: string,
  requests: Requests,
  { gate, wantsHttps }: Pick<Rulebook, 'gate' | 'wantsHttps'>,
  plainHost: string | null = null,
): Promise<Way> {
  const chain: RedirectStep[] = []
  const asked: string[] = [start]
  let isUpgraded = false
  let fragment: string | null = null
  const ended = (end: WayEnd): Way => ({ end, chain, asked, isUpgraded, fragment })
  for (let url = start; ;) {
    const visit = await requests.get(url)
    if (!visit.ok) return ended({ kind: 'unanswered', visit })
    const destination = isRedirect(visit.status) ? destinationOf(visit.headers, visit.url) : null
    if (destination === null) return ended({ kind: 'rest', visit })
    const to = destination.ok ? plainUrl(destination.url) : null
    chain.push({ status: visit.status, to: textOf(destination) })
    if (destination.ok) fragment = fragmentOf(destination.url) ?? fragment
    const refusal = destination.ok ? refuseHop(destination.url, gate) : null
    if (refusal !== null) return ended({ kind: 'refused', reason: refusal })
    if (to === null) return ended({ kind: 'bad_redirect' })
    const next = wantsHttps(to) ? nextUrl(url, to, plainHost) : to
    if (asked.includes(next)) return ended({ kind: 'redirect_loop' })
    if (chain.length > MOST_HOPS) return ended({ kind: 'redirect_limit' })
    isUpgraded ||= next !== to
    asked.push(next)
    url = next
  }
}

const textOf = (destination: { ok: true; url: string } | { ok: false; text: string }): string =>
  destination.ok ? destination.url : destination.text

/** Why a redirect may not be followed, whoever answers there. */
export function refuseHop(text: string, gate: Gate): Reason | null {
  const refusal = refuseUrl(text)
  if (refusal === 'control_character') return 'redirect_malformed'
  if (refusal !== null) return `redirect_${refusal}`
  const verdict = gate(new URL(plainUrl(text) ?? text).hostname)
  return verdict === 'allowed' || verdict === 'shortener' ? null : 'redirect_left_allowlist'
}

/**
 * Under a policy that wants https: plain http is asked only where https itself sends there for the same thing, and of a host that is known to have no
 * https; any other hop goes over https.
 */
function nextUrl(from: string, to: string, plainHost: string | null): string {
  const secure = to.replace(/^http:/, 'https:')
  return secure === from || hostOf(to) === plainHost ? to : secure
}
