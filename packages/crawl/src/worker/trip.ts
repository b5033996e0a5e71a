import { findHost, parseHost } from '@canonist/registry/internal/registry/spelling'
import {
  getAction,
  type FrontierReason,
  type ReasonAction,
  REASON_BY_NET_ERROR,
  classifyNetError,
  classifyStatus,
  FRONTIER_REASONS,
} from '../frontier/reasons.ts'
import { MAX_CRAWL_DELAY_MS } from '../hosts/robots-store.ts'
import { DAY } from '../hosts/settings.ts'
import { type NetErrorCode, createNetFailure, type NetFailure } from '@canonist/web/internal/net/errors'
import type { Exchange, ExchangeFailure, ExchangeInit, Exchanger } from '@canonist/web/internal/net/exchange'
import { parseRetryAfter } from '@canonist/web/internal/net/politeness/retry-after'
import { createStartOnce } from '@canonist/web/internal/net/politeness/start-once'
import { ROBOTS_BYTES } from '@canonist/web/internal/net/robots/read-robots'
import type { RobotsMemory } from '@canonist/web/internal/net/robots/robots-memory'
import type { RobotsRules } from '@canonist/web/internal/net/robots/robots-rules'
import { MAX_TIMEOUT } from '@canonist/web/internal/net/exchanger-options'
import { follow, type Followed, type FollowResult } from '@canonist/web/internal/resolve/follow'
import type { WorkerClock } from './worker-clock.ts'
import { type Lease, readMoment } from './lease.ts'
import { type HostPool, HostTurns, type Turn } from './host-turns.ts'
import type { WorkerFrontier } from './retrying-frontier.ts'
import { mayFetch } from './robots-memory.ts'
import type { FetchUrl } from '@canonist/core/internal/text/stages'

/** Why we ended a trip ourselves: `busy`: another host was not free; `later`: the claimed host must rest first. */
export type TripEnd =
  | { readonly kind: 'busy' }
  | { readonly kind: 'later' }
  | { readonly kind: 'out-of-scope'; readonly to: string }
  | {
      readonly kind: 'failed'
      readonly reason: FrontierReason
      readonly detail: string
      readonly status: number | null
      readonly retryAfterMs: number | null
    }

/** The result of a trip. */
export interface TripResult {
  readonly result: FollowResult
  /** Null if we did not end it ourselves: then `result` says how it ended. */
  readonly end: TripEnd | null
  /** The host of the last request, sent or refused. */
  readonly host: string
  /** The last URL that was really requested, whatever the response. */
  readonly lastRequested: FetchUrl | null
  readonly requests: number
}

export interface TripDeps {
  readonly frontier: WorkerFrontier
  readonly exchanger: Exchanger
  /** Null if robots.txt is ignored. */
  readonly robots: RobotsMemory | null
  readonly clock: WorkerClock
  readonly pool: HostPool
  readonly maxPauseMs: number
  /** Whether a redirect may lead there. Only called for hops. */
  readonly isInScope: (from: FetchUrl, to: FetchUrl, depth: number) => boolean
}

/** If the pause between robots.txt and the page is longer, the worker visits other hosts meanwhile. */
const SHORT_PAUSE_MS = 250

/**
 * Sends the requests of one claim: the exchanger that `follow` uses for each hop. Every URL of the chain must be in scope, be allowed
 * by the robots.txt of its host, and wait for its turn at the host; the first refusal ends the trip.
 *
 * A trip is *at the claimed URL*, *redirected* (validators are no longer sent), or *ended by us*, with the reason in `end`.
 *
 * Must never send a request after the lease is over, nor two in one turn.
 */
export class Trip implements Exchanger {
  readonly #deps: TripDeps
  readonly #lease: Lease
  readonly turns: HostTurns
  #end: TripEnd | null = null
  #host: string
  #requests = 0
  #lastRequested: FetchUrl | null = null
  #hasStarted: boolean
  /** Whether the current request follows a redirect. */
  #isRedirected = false

  constructor(deps: TripDeps, lease: Lease) {
    this.#hasStarted = lease.claim.trail !== null
    this.#deps = deps
    this.#lease = lease
    this.#host = lease.claim.host
    this.turns = new HostTurns(lease, deps)
  }

  /** Runs the trip and returns how far it got. */
  async run(walk: (exchanger: Exchanger) => Promise<FollowResult>): Promise<TripResult> {
    const result = await walk(this)
    return { result, end: this.#end, host: this.#host, lastRequested: this.#lastRequested, requests: this.#requests }
  }

  async fetch(url: string, init: ExchangeInit = {}): Promise<Exchange> {
    const own = { ...init, allowPort: this.#mayUsePort(url) ? 'any' : init.allowPort } as const
    const checked = this.check(url, own)
    // An invalid URL takes no turn at a host; the exchanger returns the reason.
    if (!checked.ok) return this.#deps.exchanger.fetch(url, own)
    this.#isRedirected = this.#hasStarted
    this.#hasStarted = true
    this.#host = parseHost(checked.url)
    try {
      const refused = await this.#findRefusal(checked.url, own)
      return refused ?? (await this.#request(checked.url, { ...own, headers: this.#createValidators() }))
    } catch (error) {
      if (this.#lease.signal.aborted) return createRefusal('aborted', url)
      throw error
    }
  }

  check(url: string, init: ExchangeInit = {}): ReturnType<Exchanger['check']> {
    return this.#deps.exchanger.check(url, init)
  }

  /** Does nothing: connections are shared with other trips. */
  async close(): Promise<void> {}

  /** An explicit port is allowed for the origin of the claimed URL, and for no other. */
  #mayUsePort(url: string): boolean {
    return URL.parse(url)?.origin === URL.parse(this.#lease.claim.fetchUrl)?.origin
  }

  /** Validators are sent only to the URL that they came from. */
  #createValidators(): Record<string, string> {
    const { etag, lastModified } = this.#lease.claim
    if (this.#isRedirected) return {}
    return {
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    }
  }

  async #findRefusal(url: FetchUrl, init: ExchangeInit): Promise<ExchangeFailure | null> {
    const { claim } = this.#lease
    if (this.#isRedirected && !this.#deps.isInScope(claim.fetchUrl, url, claim.depth))
      return this.#stop({ kind: 'out-of-scope', to: url }, url)
    const refused = await this.#checkRobots(url, init)
    if (refused !== null) return refused
    const mustRest = this.#host === claim.host && this.turns.computePause(this.#host) > SHORT_PAUSE_MS
    // Only robots.txt was requested so far, so nothing is lost by coming back later.
    return mustRest && this.#requests === 0 ? this.#stop({ kind: 'later' }, url) : null
  }

  async #checkRobots(url: FetchUrl, init: ExchangeInit): Promise<ExchangeFailure | null> {
    const { robots } = this.#deps
    if (robots === null) return null
    const { origin } = new URL(url)
    const rules = (await robots.find(origin))?.rules ?? (await this.#fetchRobots(robots, origin, url, init))
    if ('ok' in rules) return rules
    if ((rules.crawlDelay ?? 0) * 1000 > MAX_CRAWL_DELAY_MS) return this.#stopTooSlow(rules, url)
    return mayFetch(rules, url) ? null : createRefusal('robots_disallowed', url)
  }

  async #fetchRobots(
    robots: RobotsMemory,
    origin: string,
    url: FetchUrl,
    { allowPort, signal }: ExchangeInit,
  ): Promise<RobotsRules | ExchangeFailure> {
    let found: RobotsRules | null = null
    // Takes turns at hosts as usual, but robots.txt itself is not checked against robots.txt.
    const exchanger: Exchanger = {
      fetch: (at, init) =>
        this.#requestRobots(at, init, async () => {
          // Another process may have fetched it while this visit waited for the host.
          found = (await robots.recall(origin))?.rules ?? null
          return found !== null
        }),
      check: (at, init) => this.check(at, init),
      close: () => this.close(),
    }
    const robotsUrl = `${origin}/robots.txt`
    const limits = { maxBytes: ROBOTS_BYTES, overflow: 'cut', totalMs: MAX_TIMEOUT } as const
    const answer = await follow(exchanger, robotsUrl, { allowPort, signal, ...limits })
    if (found !== null) return found
    if (this.#end !== null) return createRefusal('refused_by_caller', url)
    if (answer.ok && isRateLimited(answer.status)) return this.#stopRateLimited(answer, url)
    const { rules, cause } = await robots.know(origin, () => robots.learn(origin, answer))
    if (rules === null) return toRobotsFailure(cause ?? null, url)
    this.turns.slowDown(parseHost(url), (rules.crawlDelay ?? 0) * 1000)
    return rules
  }

  async #requestRobots(url: string, init: ExchangeInit = {}, isKnown: () => Promise<boolean>): Promise<Exchange> {
    const checked = this.check(url, init)
    if (!checked.ok) return this.#deps.exchanger.fetch(url, init)
    const host = parseHost(checked.url)
    const turn = await this.#takeTurn(host)
    if (turn === 'resting' && host !== this.#host) return this.#stopWithoutRobots(host, url)
    if (turn !== 'free') return this.#stop(this.#createDelay(), url)
    return (await isKnown()) ? createRefusal('refused_by_caller', url) : this.#exchange(host, checked.url, init)
  }

  async #request(url: FetchUrl, init: ExchangeInit): Promise<Exchange> {
    if ((await this.#takeTurn(this.#host)) !== 'free') return this.#stop(this.#createDelay(), url)
    this.#requests += 1
    const exchange = await this.#exchange(this.#host, url, init)
    if (hasReachedServer(exchange)) this.#lastRequested = url
    return exchange
  }

  /** At the claimed host the visit resumes later; a URL on another host is queued separately. */
  #createDelay(): TripEnd {
    return { kind: this.#host === this.#lease.claim.host ? 'later' : 'busy' }
  }

  async #takeTurn(host: string): Promise<Turn> {
    const turn = await this.turns.take(host)
    this.#abortIfOver()
    this.#lease.signal.throwIfAborted()
    return turn
  }

  async #exchange(host: string, url: FetchUrl, init: ExchangeInit): Promise<Exchange> {
    let isRefused = false
    const { mayStart, hasStarted, isResendRefused } = createStartOnce(() => {
      this.#abortIfOver()
      isRefused = this.#lease.signal.aborted || this.turns.computeMsLeft(host) <= 0
      return !isRefused
    })
    let reason: FrontierReason | null = 'cancelled'
    try {
      const signal = this.#createSignal(host, init.signal)
      const exchange = await this.#deps.exchanger.fetch(url, { ...init, signal, mayStart })
      if (isRefused) return this.#stop(this.#createDelay(), url)
      if (!isResendRefused()) {
        reason = exchange.ok ? null : classifyNetError(exchange.code, url)
        return exchange
      }
    } finally {
      if (hasStarted() || !isRefused) this.turns.noteRequest(host, reason, this.#host)
    }
    const turn = await this.#takeTurn(host)
    return turn === 'free' ? this.#exchange(host, url, init) : this.#stop(this.#createDelay(), url)
  }

  /** Reads the clocks instead of trusting the timer, which may be late by any amount. */
  #abortIfOver(): void {
    if (this.#lease.isOver(readMoment(this.#deps.clock))) this.#lease.abort('lease_lost')
  }

  /** The lease keeper aborts requests to renewed hosts; a borrowed host needs a timeout of its own. */
  #createSignal(host: string, given: AbortSignal = this.#lease.signal): AbortSignal {
    if (this.turns.isRenewed(host)) return given
    return AbortSignal.any([given, AbortSignal.timeout(Math.max(1, Math.ceil(this.turns.computeMsLeft(host))))])
  }

  /** Both hosts rest: the one that is rate-limiting, and the one whose robots.txt redirects to it. */
  async #stopRateLimited({ status, headers, url: at }: Followed, url: string): Promise<ExchangeFailure> {
    const seconds = parseRetryAfter(headers['retry-after'], await this.#deps.frontier.now())
    const reason = classifyStatus(status, seconds !== null)
    const detail = `robots.txt responded with ${status}`
    const retryAfterMs = seconds === null ? null : seconds * 1000
    this.turns.noteTrouble(findHost(at), reason, retryAfterMs)
    return this.#stop({ kind: 'failed', reason, detail, status, retryAfterMs }, url)
  }

  /** Fails instead of waiting: a retry would request the redirect again and again until the other host recovers. */
  #stopWithoutRobots(host: string, url: string): ExchangeFailure {
    const detail = `robots.txt redirects to ${host}, which is down, rate-limiting or paused`
    const reason = 'robots_unreachable'
    return this.#stop({ kind: 'failed', reason, detail, status: null, retryAfterMs: null }, url)
  }

  /** Retried when robots.txt is fetched again. */
  #stopTooSlow({ crawlDelay }: RobotsRules, url: string): ExchangeFailure {
    const detail = `robots.txt asks for ${crawlDelay} s between two requests`
    const reason = 'crawl_delay_too_long'
    return this.#stop({ kind: 'failed', reason, detail, status: null, retryAfterMs: DAY }, url)
  }

  #stop(end: TripEnd, url: string): ExchangeFailure {
    this.#end = end
    return createRefusal('refused_by_caller', url)
  }
}

/** Whether the request reached a server. It did not if the host was not found or is blocked. */
const hasReachedServer = (exchange: Exchange): boolean =>
  exchange.ok || FRONTIER_REASONS[REASON_BY_NET_ERROR[exchange.code]].class === 'transfer'

/** A host that rate-limits robots.txt would rate-limit every page. */
const isRateLimited = (status: number): boolean => status === 429

const PLAIN_ACTIONS: ReadonlySet<ReasonAction> = new Set<ReasonAction>(['host', 'return'])

/** A failure of the network, or of this process, keeps its own code; a robots.txt that is truncated or too slow is `robots_unreachable`. */
function toRobotsFailure(cause: NetFailure | null, url: string): ExchangeFailure {
  const isPlain = cause !== null && PLAIN_ACTIONS.has(getAction(REASON_BY_NET_ERROR[cause.code]))
  return isPlain ? { ...cause, url, ms: 0 } : createRefusal('robots_unreachable', url)
}

const createRefusal = (code: NetErrorCode, url: string): ExchangeFailure => ({
  ...createNetFailure(code, url),
  url,
  ms: 0,
})
