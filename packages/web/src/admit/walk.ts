import { isRedirect } from '../net/redirect-status.ts'
import { readLocation } from '../resolve/location.ts'
import type { RedirectStep } from './admission.ts'
import type { Gate } from './gate.ts'
import { findUrlRefusal } from './read-input.ts'
import type { AnsweredVisit, Requests, UnansweredVisit } from './requests.ts'
import type { AdmissionRules } from './admission-rules.ts'
import { readFragment, readHost, toPlainUrl } from './url-parts.ts'
import type { AdmissionReason } from './words.ts'

/** How following redirects ended. */
export type WalkEnd =
  | { readonly kind: 'rest'; readonly visit: AnsweredVisit }
  | { readonly kind: 'refused'; readonly reason: AdmissionReason }
  | { readonly kind: 'redirect_loop' | 'redirect_limit' | 'bad_redirect' }
  | { readonly kind: 'unanswered'; readonly visit: UnansweredVisit }

export interface RedirectWalk {
  readonly end: WalkEnd
  /** Every Location as the server wrote it, in full, with its fragment. */
  readonly chain: readonly RedirectStep[]
  /** Every URL that was requested, in order. */
  readonly asked: readonly string[]
  /** Whether a redirect to http was followed over https. */
  readonly isUpgraded: boolean
  /** The last one of a Location, with its #. */
  readonly fragment: string | null
}

export const MAX_HOPS = 5

/** Follows redirects one by one: every hop must pass the gate of the policy before its name is resolved. */
export async function walk(
  start: string,
  requests: Requests,
  { gate, wantsHttps }: Pick<AdmissionRules, 'gate' | 'wantsHttps'>,
  plainHost: string | null = null,
): Promise<RedirectWalk> {
  const chain: RedirectStep[] = []
  const asked: string[] = [start]
  let isUpgraded = false
  let fragment: string | null = null
  const ended = (end: WalkEnd): RedirectWalk => ({ end, chain, asked, isUpgraded, fragment })
  for (let url = start; ;) {
    const visit = await requests.get(url)
    if (!visit.ok) return ended({ kind: 'unanswered', visit })
    const destination = isRedirect(visit.status) ? readLocation(visit.headers, visit.url) : null
    if (destination === null) return ended({ kind: 'rest', visit })
    const to = destination.ok ? toPlainUrl(destination.url) : null
    chain.push({ status: visit.status, to: readText(destination) })
    if (destination.ok) fragment = readFragment(destination.url) ?? fragment
    const refusal = destination.ok ? findHopRefusal(destination.url, gate) : null
    if (refusal !== null) return ended({ kind: 'refused', reason: refusal })
    if (to === null) return ended({ kind: 'bad_redirect' })
    const next = wantsHttps(to) ? chooseNextUrl(url, to, plainHost) : to
    if (asked.includes(next)) return ended({ kind: 'redirect_loop' })
    if (chain.length > MAX_HOPS) return ended({ kind: 'redirect_limit' })
    isUpgraded ||= next !== to
    asked.push(next)
    url = next
  }
}

const readText = (destination: { ok: true; url: string } | { ok: false; text: string }): string =>
  destination.ok ? destination.url : destination.text

/** Why a redirect may not be followed, or null. */
export function findHopRefusal(text: string, gate: Gate): AdmissionReason | null {
  const refusal = findUrlRefusal(text)
  if (refusal === 'control_character') return 'redirect_malformed'
  if (refusal !== null) return `redirect_${refusal}`
  const verdict = gate(new URL(toPlainUrl(text) ?? text).hostname)
  return verdict === 'allowed' || verdict === 'shortener' ? null : 'redirect_left_allowlist'
}

/**
 * Under a policy that wants https: requests plain http only if https itself redirects there for the same page, or if the host is known to have no
 * https; any other hop goes over https.
 */
function chooseNextUrl(from: string, to: string, plainHost: string | null): string {
  const secure = to.replace(/^http:/, 'https:')
  return secure === from || readHost(to) === plainHost ? to : secure
}
