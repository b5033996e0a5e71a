import type { Context } from './context.ts'
import type { Draft } from './draft.ts'
import { isSameSite } from './mappings.ts'
import { isRestricted, isServed, type Answered, type Requests, type Unanswered } from './requests.ts'
import { endsInItsSlash, knownSlash, type ChosenWay } from './slash-forms.ts'
import { spell } from './steps/spell.ts'
import { walk, type Way } from './walk.ts'
import { hostOf, wireUrl, withHost } from './wire.ts'
import type { Flag } from './words.ts'

/** What the way that was gone means for the URL. */
export async function arrive(draft: Draft, context: Context, requests: Requests, chosen: ChosenWay): Promise<void> {
  const { end, isUpgraded } = chosen.way
  takeRedirects(draft, chosen.way)
  if (isUpgraded) draft.notes.add('hop_upgraded')
  if (end.kind === 'refused') return draft.reject(end.reason)
  if (end.kind === 'rest') return come(draft, context, chosen, end.visit)
  if (end.kind === 'unanswered') return miss(draft, context, requests, end.visit)
  if (end.kind === 'bad_redirect') return fail(draft, context, 'resolution_failed', end.kind)
  fail(draft, context, end.kind, end.kind)
}

/** A fragment of the input's own is kept: it is what a browser would show, too, where no Location has one. */
function takeRedirects(draft: Draft, { chain, fragment }: Way): void {
  draft.redirectChain = chain
  if (draft.fragment === null && fragment !== null) draft.takeFragment(fragment)
}

function come(draft: Draft, context: Context, chosen: ChosenWay, visit: Answered): void {
  const verdict = context.rules.gate(hostOf(visit.url))
  if (verdict === 'shortener') return draft.reject('shortener_unresolved')
  // A transport of the caller's may say that the answer is from elsewhere.
  if (verdict !== 'allowed') return draft.reject('redirect_left_allowlist')
  const { status } = visit
  if (!isServed(visit) && !isRestricted(visit)) return fail(draft, context, 'resolution_failed', String(status))
  takeUrl(draft, context, chosen, visit.url)
  draft.isFound = true
  if (isServed(visit)) takePage(draft, visit)
  else draft.flags.add('access_restricted')
}

function takePage(draft: Draft, visit: Answered): void {
  draft.isAnswered = true
  draft.page = visit.page()
}

/** The URL where the way ended, cleaned of what the server hung on it; its slash and its scheme are the server's. */
function takeUrl(draft: Draft, { rules }: Context, { way, slashKept }: ChosenWay, final: string): void {
  if (slashKept !== null && draft.withSlash !== null) {
    draft.rewrite('keep-trailing-slash', draft.withSlash)
    draft.notes.add(slashKept)
    return
  }
  if (way.chain.length === 0) return
  const isLowered = final.startsWith('http:') && draft.spelled.startsWith('https:')
  if (isLowered) draft.flags.add('http_only')
  if (endsInItsSlash(way)) draft.notes.add('trailing_slash_kept:server_redirect')
  draft.rewrite('follow-redirects', final, way.chain.map(({ status }) => status).join(', '))
  spell(draft, rules.forFound)
}

/** Nobody answered: plain http is tried where the input asked for it and https is not there at all. */
async function miss(draft: Draft, context: Context, requests: Requests, visit: Unanswered): Promise<void> {
  const isBad = isBadCertificate(visit)
  const mayBePlain = draft.isPlainHttp && draft.redirectChain.length === 0 && !isShortened(draft, context)
  if (!isBad && mayBePlain && lacksHttps(visit) && (await arrivePlainly(draft, context, requests))) return
  if (await arriveAtListedHost(draft, context, requests)) return
  fail(draft, context, isBad ? 'tls_invalid' : 'resolution_failed', visit.code)
}

/** Many a bare name has no certificate of its own, and the policy knows which host has. */
async function arriveAtListedHost(draft: Draft, { rules }: Context, requests: Requests): Promise<boolean> {
  const host = hostOf(draft.url)
  const mapping = rules.mappings.get(host)
  const isUsable = mapping?.isVerified === true && isSameSite(host, mapping.host)
  if (!isUsable || draft.redirectChain.length > 0 || rules.gate(mapping.host) !== 'allowed') return false
  const mapped = withHost(draft.url, mapping.host)
  const visit = await requests.get(wireUrl(mapped))
  if (!isServed(visit)) return false
  draft.rewrite('map-host', mapped)
  draft.notes.add('www_mapped')
  draft.isFound = true
  takePage(draft, visit)
  return true
}

/** Over plain http: the page itself, or where it sends from there. Whether that led to an end worth keeping. */
async function arrivePlainly(draft: Draft, context: Context, requests: Requests): Promise<boolean> {
  if (await arriveAtKnownSlash(draft, context, requests)) return true
  const plain = plainly(draft.url)
  const way = await walk(wireUrl(plain), requests, context.rules, hostOf(plain))
  if (way.end.kind === 'refused') draft.reject(way.end.reason)
  if (way.end.kind !== 'rest' || !isServed(way.end.visit)) return way.end.kind === 'refused'
  if (way.chain.length === 0) {
    draft.rewrite('keep-http', plain)
    draft.flags.add('http_only')
  }
  takeRedirects(draft, way)
  if (way.isUpgraded) draft.notes.add('hop_upgraded')
  come(draft, context, { way, slashKept: null }, way.end.visit)
  return true
}

const plainly = (url: string): string => url.replace(/^https:/, 'http:')

/** A slash that was found to matter matters over plain http, too. */
async function arriveAtKnownSlash(draft: Draft, context: Context, requests: Requests): Promise<boolean> {
  const known = await knownSlash(draft, context)
  const visit = known === null ? null : await requests.get(wireUrl(plainly(known)))
  if (known === null || visit === null || !isServed(visit)) return false
  draft.rewrite('keep-trailing-slash', known)
  draft.notes.add('trailing_slash_kept:known')
  draft.rewrite('keep-http', plainly(known))
  draft.flags.add('http_only')
  draft.isFound = true
  takePage(draft, visit)
  return true
}

const NO_HTTPS = new Set(['connect_refused', 'connect_timeout', 'tls_error'])

/** The port is closed or mute, or speaks no TLS. A reset or a failed lookup says nothing about https. */
const lacksHttps = ({ code }: Unanswered): boolean => NO_HTTPS.has(code)

const CERTIFICATE =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|CRL_|ERR_TLS_CERT_)/

const isBadCertificate = ({ code, cause }: Unanswered): boolean => code === 'tls_error' && CERTIFICATE.test(cause)

/** The URL stays as it is spelled, for a person to look at. A short link is never stored. */
function fail(draft: Draft, context: Context, flag: Flag, ending: string): void {
  if (isShortened(draft, context)) return draft.reject('shortener_unresolved')
  draft.flags.add(flag)
  draft.notes.add(`ended:${ending}`)
}

const isShortened = ({ spelled }: Draft, { rules }: Context): boolean => rules.gate(hostOf(spelled)) === 'shortener'
