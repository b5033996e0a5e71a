import { endsAtLogin, hasPasswordField } from '../extract/page/login.ts'
import { NET_ERRORS } from '../net/errors.ts'
import type { Context } from './context.ts'
import type { Draft } from './draft.ts'
import { isSameSite } from './mappings.ts'
import { isRestricted, isServed, type AnsweredVisit, type Requests, type UnansweredVisit } from './requests.ts'
import { endsWithAddedSlash, findKnownSlash, type ChosenWalk } from './choose-walk.ts'
import { spell } from './steps/spell.ts'
import { walk, type RedirectWalk } from './walk.ts'
import { readHost, toRequestUrl, replaceHost } from './url-parts.ts'
import type { AdmissionFlag } from './words.ts'

/** Applies the result of following redirects to the draft. */
export async function applyWalk(draft: Draft, context: Context, requests: Requests, chosen: ChosenWalk): Promise<void> {
  const { end, isUpgraded } = chosen.way
  takeRedirects(draft, chosen.way)
  if (isUpgraded) draft.notes.add('hop_upgraded')
  if (end.kind === 'refused') return draft.reject(end.reason)
  if (end.kind === 'rest') return applyPage(draft, context, chosen, end.visit)
  if (end.kind === 'unanswered') return handleUnanswered(draft, context, requests, end.visit)
  const flag = end.kind === 'bad_redirect' ? 'resolution_failed' : end.kind
  flagFailure(draft, context, { flag, ending: end.kind, isTemporary: false })
}

/** The input's own fragment wins over that of a Location. */
function takeRedirects(draft: Draft, { chain, fragment }: RedirectWalk): void {
  draft.redirectChain = chain
  if (draft.fragment === null && fragment !== null) draft.takeFragment(fragment)
}

function applyPage(draft: Draft, context: Context, chosen: ChosenWalk, visit: AnsweredVisit): void {
  const verdict = context.rules.gate(readHost(visit.url))
  const { status } = visit
  const isTemporary = isTemporaryStatus(status)
  if (verdict === 'shortener' && !isTemporary) return draft.reject('shortener_unresolved')
  // A transport of the caller's may say that the answer is from elsewhere.
  if (verdict !== 'allowed' && verdict !== 'shortener') return draft.reject('redirect_left_allowlist')
  if (!isServed(visit) && !isRestricted(visit))
    return flagFailure(draft, context, { flag: 'resolution_failed', ending: String(status), isTemporary })
  if (isLogin(chosen.way, visit))
    return flagFailure(draft, context, { flag: 'access_restricted', ending: 'login', isTemporary: false })
  takeUrl(draft, context, chosen, visit.url)
  draft.isFound = true
  if (isServed(visit)) takePage(draft, visit)
  else draft.flags.add('access_restricted')
}

function isLogin({ asked: [start = ''], chain }: RedirectWalk, visit: AnsweredVisit): boolean {
  const asksForPassword = (): boolean => hasPasswordField(visit.page()?.text ?? '')
  return chain.length > 0 && isServed(visit) && endsAtLogin(start, visit.url, asksForPassword)
}

function takePage(draft: Draft, visit: AnsweredVisit): void {
  draft.isAnswered = true
  draft.page = visit.page()
}

/** Takes the URL where the redirects ended, without the tracking that the server added; its slash and scheme stay. */
function takeUrl(draft: Draft, { rules }: Context, { way, slashKept }: ChosenWalk, final: string): void {
  if (slashKept !== null && draft.withSlash !== null) {
    draft.rewrite('keep-trailing-slash', draft.withSlash)
    draft.notes.add(slashKept)
    return
  }
  if (way.chain.length === 0) return
  const isLowered = final.startsWith('http:') && draft.spelled.startsWith('https:')
  if (isLowered) draft.flags.add('http_only')
  if (endsWithAddedSlash(way)) draft.notes.add('trailing_slash_kept:server_redirect')
  draft.rewrite('follow-redirects', final, way.chain.map(({ status }) => status).join(', '))
  spell(draft, rules.forFound)
}

/** The server did not respond: tries plain http if the input had it and the host has no https at all. */
async function handleUnanswered(
  draft: Draft,
  context: Context,
  requests: Requests,
  visit: UnansweredVisit,
): Promise<void> {
  const isBad = isBadCertificate(visit)
  const mayBePlain = draft.isPlainHttp && draft.redirectChain.length === 0 && !isShortened(draft, context)
  if (!isBad && mayBePlain && lacksHttps(visit) && (await tryHttp(draft, context, requests))) return
  if (await tryListedHost(draft, context, requests)) return
  const flag = isBad ? 'tls_invalid' : 'resolution_failed'
  flagFailure(draft, context, { flag, ending: visit.code, isTemporary: isTemporaryFailure(visit) })
}

/** A bare domain often has no certificate of its own, and the policy lists the host that has. */
async function tryListedHost(draft: Draft, { rules }: Context, requests: Requests): Promise<boolean> {
  const host = readHost(draft.url)
  const mapping = rules.mappings.get(host)
  const isUsable = mapping?.isVerified === true && isSameSite(host, mapping.host)
  if (!isUsable || draft.redirectChain.length > 0 || rules.gate(mapping.host) !== 'allowed') return false
  const mapped = replaceHost(draft.url, mapping.host)
  const visit = await requests.get(toRequestUrl(mapped))
  if (!isServed(visit)) return false
  draft.rewrite('map-host', mapped)
  draft.notes.add('www_mapped')
  draft.isFound = true
  takePage(draft, visit)
  return true
}

/** Tries plain http and follows its redirects. Returns whether that gave a result worth keeping. */
async function tryHttp(draft: Draft, context: Context, requests: Requests): Promise<boolean> {
  if (await tryKnownSlash(draft, context, requests)) return true
  const plain = toHttp(draft.url)
  const way = await walk(toRequestUrl(plain), requests, context.rules, readHost(plain))
  if (way.end.kind === 'refused') draft.reject(way.end.reason)
  if (way.end.kind !== 'rest' || !isServed(way.end.visit)) return way.end.kind === 'refused'
  if (way.chain.length === 0) {
    draft.rewrite('keep-http', plain)
    draft.flags.add('http_only')
  }
  takeRedirects(draft, way)
  if (way.isUpgraded) draft.notes.add('hop_upgraded')
  applyPage(draft, context, { way, slashKept: null }, way.end.visit)
  return true
}

const toHttp = (url: string): string => url.replace(/^https:/, 'http:')

/** A slash that is known to matter also matters over plain http. */
async function tryKnownSlash(draft: Draft, context: Context, requests: Requests): Promise<boolean> {
  const known = await findKnownSlash(draft, context)
  const visit = known === null ? null : await requests.get(toRequestUrl(toHttp(known)))
  if (known === null || visit === null || !isServed(visit)) return false
  draft.rewrite('keep-trailing-slash', known)
  draft.notes.add('trailing_slash_kept:known')
  draft.rewrite('keep-http', toHttp(known))
  draft.flags.add('http_only')
  draft.isFound = true
  takePage(draft, visit)
  return true
}

const NO_HTTPS = new Set(['connect_refused', 'connect_timeout', 'tls_error'])

/** The port is closed or silent, or has no TLS. A reset or a failed lookup says nothing about https. */
const lacksHttps = ({ code }: UnansweredVisit): boolean => NO_HTTPS.has(code)

const CERTIFICATE =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|CRL_|ERR_TLS_CERT_)/

const isBadCertificate = ({ code, cause }: UnansweredVisit): boolean => code === 'tls_error' && CERTIFICATE.test(cause)

interface Failure {
  readonly flag: AdmissionFlag
  /** A status or a code. */
  readonly ending: string
  /** Whether a later request may succeed. */
  readonly isTemporary: boolean
}

/** Keeps the URL as spelled, for review. A short link is never stored: it waits until its service responds. */
function flagFailure(draft: Draft, context: Context, { flag, ending, isTemporary }: Failure): void {
  const isShort = isShortened(draft, context)
  if (isShort && !isTemporary) return draft.reject('shortener_unresolved')
  draft.notes.add(`ended:${ending}`)
  if (isShort) draft.defer('needs_resolution')
  else draft.flags.add(flag)
}

const isTemporaryStatus = (status: number): boolean => status >= 500 || status === 408 || status === 429

const isTemporaryFailure = ({ code }: UnansweredVisit): boolean => code !== 'budget_spent' && NET_ERRORS[code].retry

const isShortened = ({ spelled }: Draft, { rules }: Context): boolean => rules.gate(readHost(spelled)) === 'shortener'
