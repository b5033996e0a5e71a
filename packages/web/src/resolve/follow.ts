import { createNetFailure, type NetErrorCode, type NetFailure } from '../net/errors.ts'
import type { ExchangeResponse, ExchangeFailure, ExchangeInit, Exchanger } from '../net/exchange.ts'
import { LoopGuard } from '../net/loop-guard.ts'
import { isRedirect } from '../net/redirect-status.ts'
import { Stop } from '../net/transport/stop.ts'
import { DEFAULT_TIMEOUTS, Watch } from '../net/transport/watch.ts'
import { readLocation } from './location.ts'

/** A redirect response: its status, its target, and how long it took. */
export interface Hop {
  readonly status: number
  readonly to: string
  readonly ms: number
}

/** The redirects of an interrupted chain. Its last URL has not been requested yet. */
export interface Trail {
  readonly from: string
  readonly hops: readonly Hop[]
}

export interface FollowOptions extends ExchangeInit {
  /** How many redirects to follow; one more fails with `too_many_redirects`. */
  readonly maxRedirects?: number | undefined
  /** Resumes an interrupted chain: its redirects count, and its URLs are known for finding loops. */
  readonly trail?: Trail | undefined
  /** The one origin whose explicit port every hop may use; with `allowPort: 'any'`, the origin of the first URL. */
  readonly portOrigin?: string | undefined
  /** Milliseconds for the whole chain. */
  readonly totalMs?: number | undefined
  readonly onHop?: ((hop: Hop) => void) | undefined
  /** The caller's own check of every URL before it is requested, the first one included. */
  readonly mayVisit?: ((url: string) => boolean | Promise<boolean>) | undefined
  /** An earlier response of a URL that is still valid: it is then not requested again. */
  readonly recall?: ((url: string) => Visited | undefined) | undefined
}

/** A response, from the network or from `recall`. */
type Visited = Omit<ExchangeResponse, 'address'>

/** The response at the end of the chain. */
export interface Followed extends Visited {
  readonly hops: readonly Hop[]
}

/** The chain ended without a response. A last redirect that was not followed is among the hops. */
export interface FollowFailure extends NetFailure {
  readonly hops: readonly Hop[]
  /** The status of the redirect that could not be followed. */
  readonly status?: number
}

export type FollowResult = Followed | FollowFailure

const MAX_REDIRECTS = 5

/** The state of one redirect chain. */
interface Chain {
  /** As the last server wrote it: the gate checks exactly that text. */
  url: string
  headers: Readonly<Record<string, string>>
  readonly origin: string | null
  readonly passed: Set<string>
  readonly hops: Hop[]
  ms: number
}

/**
 * Follows redirects until a response is not a redirect or must not be followed. Every hop is an exchange of its own: gate, lookup and
 * address check run again. No cookies are kept.
 *
 * @example await follow(createExchanger(), 'http://boe.es/') // { ok: true, url: 'https://www.boe.es/', hops: […], … }
 */
export async function follow(exchanger: Exchanger, url: string, options: FollowOptions = {}): Promise<FollowResult> {
  const { trail = { from: url, hops: [] }, headers = {} } = options
  const places = [trail.from, ...trail.hops.map(({ to }) => to)]
  const origin = readOrigin(url)
  const way: Chain = {
    url: trail.hops.at(-1)?.to ?? url,
    // A resumed chain that has left the caller's origin must not send these headers any more.
    headers: places.every((place) => readOrigin(place) === origin) ? headers : keepPortableHeaders(headers),
    origin,
    passed: new Set(places.slice(0, trail.hops.length).map(toRequestedUrl)),
    hops: [...trail.hops],
    ms: 0,
  }
  const totalMs = options.totalMs ?? DEFAULT_TIMEOUTS.total
  const watch = new Watch({ ...DEFAULT_TIMEOUTS, total: totalMs }, options.signal)
  const guard = new LoopGuard({ signal: watch.signal })
  try {
    return await watch.run(() => followChain(exchanger, way, options, watch, guard))
  } catch (error) {
    if (error instanceof Stop) return createFailure(way, error.code, way.url)
    throw error
  }
}

async function followChain(
  exchanger: Exchanger,
  way: Chain,
  options: FollowOptions,
  watch: Watch,
  guard: LoopGuard,
): Promise<FollowResult> {
  while (await guard.mayStep()) {
    if (!((await options.mayVisit?.(way.url)) ?? true)) return createFailure(way, 'refused_by_caller', way.url)
    const known = options.recall?.(way.url)
    const answer = known ?? (await exchanger.fetch(way.url, createInit(way, options, watch.signal)))
    if (!answer.ok) return createRefusal(way, answer)
    watch.arrived()
    way.ms += answer.ms
    way.passed.add(answer.url)
    const end = isRedirect(answer.status) ? takeHop(way, answer, options) : createFollowed(way, answer)
    if (end !== null) return end
  }
  throw watch.signal.reason
}

function createInit(way: Chain, options: FollowOptions, signal: AbortSignal): ExchangeInit {
  const { headers, hops } = way
  const { method, maxBytes, overflow, reservedNames } = options
  const allowPort = hops.length === 0 && options.allowPort === 'any' ? 'any' : choosePorts(way, options)
  return { method, headers, signal, maxBytes, overflow, allowPort, reservedNames }
}

/** A port that the caller named is allowed for that origin only, not for ports to which a server redirects. */
function choosePorts({ url, origin }: Chain, { allowPort, portOrigin }: FollowOptions): 'default' | 'any' {
  const allowed = portOrigin ?? (allowPort === 'any' ? origin : null)
  return allowed !== null && readOrigin(url) === allowed ? 'any' : 'default'
}

function createFollowed({ hops, ms }: Chain, answer: Visited): Followed {
  const { ok, url, status, headers, body, isCut, totalBytes, certificateExpires } = answer
  const certificate = certificateExpires === undefined ? {} : { certificateExpires }
  return { ok, url, status, headers, body, isCut, totalBytes, ...certificate, hops, ms }
}

/** Takes one hop. Returns the result if the chain ends here, else null. */
function takeHop(
  way: Chain,
  answer: Visited,
  { maxRedirects = MAX_REDIRECTS, onHop }: FollowOptions,
): FollowResult | null {
  const { status, headers, url, ms } = answer
  const destination = readLocation(headers, url)
  if (destination === null) return createFollowed(way, answer)
  const to = destination.ok ? toRequestedUrl(destination.url) : destination.text
  const hop: Hop = { status, to, ms: Math.round(ms) }
  way.hops.push(hop)
  onHop?.(hop)
  if (!destination.ok) return createFailure(way, 'bad_redirect', `${url} to ${to}`, status)
  if (way.passed.has(to)) return createFailure(way, 'redirect_loop', `${url} to ${to}`, status)
  if (way.hops.length > maxRedirects) return createFailure(way, 'too_many_redirects', `${url} to ${to}`, status)
  way.url = destination.url
  if (readOrigin(to) !== way.origin) way.headers = keepPortableHeaders(way.headers)
  return null
}

const readOrigin = (url: string): string | null => URL.parse(url)?.origin ?? null

/** The URL as it will be requested, so that loops are found however a URL is spelled. */
function toRequestedUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return text
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.href
}

function createRefusal(way: Chain, { code, message }: ExchangeFailure): FollowFailure {
  const last = way.hops.at(-1)
  if (last === undefined) return { ok: false, code, message, hops: way.hops }
  const isNoUrl = code === 'invalid_url' || code === 'too_long'
  if (isNoUrl) return createFailure(way, 'bad_redirect', last.to, last.status)
  return { ok: false, code, message, hops: way.hops }
}

function createFailure({ hops }: Chain, code: NetErrorCode, detail: string, status?: number): FollowFailure {
  return { ...createNetFailure(code, detail), hops, ...(status === undefined ? {} : { status }) }
}

/** Headers that select the representation. All others may identify the caller or be secret. */
const PORTABLE_HEADER = /^(?:accept(?:-.*)?|user-agent|if-.+|range)$/i

/** Keeps the caller's headers that may go to an origin that the caller did not name. */
function keepPortableHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PORTABLE_HEADER.test(name)))
}
