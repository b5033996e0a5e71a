import { netFailure, type NetErrorCode, type NetFailure } from '../net/errors.ts'
import type { Answer, ExchangeFailure, ExchangeInit, Exchanger } from '../net/exchange.ts'
import { isRedirect } from '../net/redirect-status.ts'
import { Stop } from '../net/transport/stop.ts'
import { DEFAULT_TIMEOUTS, Watch } from '../net/transport/watch.ts'
import { destinationOf } from './location.ts'

/** A redirect that was answered: with what status, where it leads, and how long the answer took. */
export interface Hop {
  readonly status: number
  readonly to: string
  readonly ms: number
}

/** How somebody came to the last of these places, which is yet to be asked. */
export interface Trail {
  readonly from: string
  readonly hops: readonly Hop[]
}

export interface FollowOptions extends ExchangeInit {
  /** How many redirects are followed; one more is `too_many_redirects`. */
  readonly maxRedirects?: number | undefined
  /** Goes on at the end of a way that was broken off: its redirects count, and its places are known. */
  readonly trail?: Trail | undefined
  /** The one origin whose explicit port every hop may use; with `allowPort: 'any'` that of the first URL is. */
  readonly portOrigin?: string | undefined
  /** Milliseconds for the whole way. */
  readonly totalMs?: number | undefined
  readonly onHop?: ((hop: Hop) => void) | undefined
  /** The caller's own say on every URL before it is asked, the first one included. */
  readonly mayVisit?: ((url: string) => boolean | Promise<boolean>) | undefined
  /** What a URL answered before, if that still holds: it is then not asked again. */
  readonly recall?: ((url: string) => Visited | undefined) | undefined
}

/** An answer, whoever gave it. */
type Visited = Omit<Answer, 'address'>

/** The answer at the end of the way. */
export interface Followed extends Visited {
  readonly hops: readonly Hop[]
}

/** The way ended without an answer; a last hop that was not gone is among the hops. */
export interface FollowFailure extends NetFailure {
  readonly hops: readonly Hop[]
  /** Of the redirect that could not be followed. */
  readonly status?: number
}

export type FollowResult = Followed | FollowFailure

const MAX_REDIRECTS = 5

/** Where we are, and how we came here. */
interface Way {
  /** As the last server wrote it: the gate judges that very text. */
  url: string
  headers: Readonly<Record<string, string>>
  readonly origin: string | null
  readonly passed: Set<string>
  readonly hops: Hop[]
  ms: number
}

/**
 * Follows redirects until an answer is none, or must not be followed. Every hop is an exchange of its own: gate, lookup and
 * address check begin anew. No cookies are kept on the way.
 *
 * @example await follow(createExchanger(), 'http://boe.es/') // { ok: true, url: 'https://www.boe.es/', hops: […], … }
 */
export async function follow(exchanger: Exchanger, url: string, options: FollowOptions = {}): Promise<FollowResult> {
  const { trail = { from: url, hops: [] }, headers = {} } = options
  const places = [trail.from, ...trail.hops.map(({ to }) => to)]
  const origin = originOf(url)
  const way: Way = {
    url: trail.hops.at(-1)?.to ?? url,
    // A resumed chain that has left the caller's origin has left these headers behind, too.
    headers: places.every((place) => originOf(place) === origin) ? headers : headersAcrossOrigins(headers),
    origin,
    passed: new Set(places.slice(0, trail.hops.length).map(plain)),
    hops: [...trail.hops],
    ms: 0,
  }
  const watch = new Watch({ ...DEFAULT_TIMEOUTS, total: options.totalMs ?? DEFAULT_TIMEOUTS.total }, options.signal)
  try {
    return await watch.over(() => walk(exchanger, way, options, watch.signal))
  } catch (error) {
    if (error instanceof Stop) return failure(way, error.code, way.url)
    throw error
  }
}

async function walk(
  exchanger: Exchanger,
  way: Way,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<FollowResult> {
  for (;;) {
    if (!((await options.mayVisit?.(way.url)) ?? true)) return failure(way, 'refused_by_caller', way.url)
    const known = options.recall?.(way.url)
    const answer = known ?? (await exchanger.fetch(way.url, initOf(way, options, signal)))
    if (!answer.ok) return refusal(way, answer)
    way.ms += answer.ms
    way.passed.add(answer.url)
    const end = isRedirect(answer.status) ? goOn(way, answer, options) : arrival(way, answer)
    if (end !== null) return end
  }
}

function initOf(way: Way, options: FollowOptions, signal: AbortSignal): ExchangeInit {
  const { headers, hops } = way
  const { method, maxBytes, overflow, reservedNames } = options
  const allowPort = hops.length === 0 && options.allowPort === 'any' ? 'any' : portsFor(way, options)
  return { method, headers, signal, maxBytes, overflow, allowPort, reservedNames }
}

/** A port that the caller asked for is good for that origin, and says nothing about ports to which a server sends us. */
function portsFor({ url, origin }: Way, { allowPort, portOrigin }: FollowOptions): 'default' | 'any' {
  const allowed = portOrigin ?? (allowPort === 'any' ? origin : null)
  return allowed !== null && originOf(url) === allowed ? 'any' : 'default'
}

function arrival({ hops, ms }: Way, answer: Visited): Followed {
  const { ok, url, status, headers, body, isCut, totalBytes, certificateExpires } = answer
  const certificate = certificateExpires === undefined ? {} : { certificateExpires }
  return { ok, url, status, headers, body, isCut, totalBytes, ...certificate, hops, ms }
}

/** One hop further; or the end, where there is no further. */
function goOn(way: Way, answer: Visited, { maxRedirects = MAX_REDIRECTS, onHop }: FollowOptions): FollowResult | null {
  const { status, headers, url, ms } = answer
  const destination = destinationOf(headers, url)
  if (destination === null) return arrival(way, answer)
  const to = destination.ok ? plain(destination.url) : destination.text
  const hop: Hop = { status, to, ms: Math.round(ms) }
  way.hops.push(hop)
  onHop?.(hop)
  if (!destination.ok) return failure(way, 'bad_redirect', `${url} to ${to}`, status)
  if (way.passed.has(to)) return failure(way, 'redirect_loop', `${url} to ${to}`, status)
  if (way.hops.length > maxRedirects) return failure(way, 'too_many_redirects', `${url} to ${to}`, status)
  way.url = destination.url
  if (originOf(to) !== way.origin) way.headers = headersAcrossOrigins(way.headers)
  return null
}

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null

/** As it will be requested, so that the same place has the same name. */
function plain(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.href
}

function refusal(way: Way, { code, message }: ExchangeFailure): FollowFailure {
  const last = way.hops.at(-1)
  if (last === undefined) return { ok: false, code, message, hops: way.hops }
  const isNoUrl = code === 'invalid_url' || code === 'too_long'
  if (isNoUrl) return failure(way, 'bad_redirect', last.to, last.status)
  return { ok: false, code, message, hops: way.hops }
}

function failure({ hops }: Way, code: NetErrorCode, detail: string, status?: number): FollowFailure {
  return { ...netFailure(code, detail), hops, ...(status === undefined ? {} : { status }) }
}

/** What a request needs to get the same representation; everything else may identify the caller or be a secret. */
const SENT_EVERYWHERE = /^(?:accept(?:-.*)?|user-agent|if-.+|range)$/i

/** The caller's headers that may also go to an origin that the caller did not name; all others stay with the caller's own. */
function headersAcrossOrigins(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => SENT_EVERYWHERE.test(name)))
}
