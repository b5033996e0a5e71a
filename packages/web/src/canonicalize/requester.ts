import { NET_ERRORS, type NetErrorClass, type NetErrorCode } from '../net/errors.ts'
import type { LoopGuard } from '../net/loop-guard.ts'
import { parseRetryAfter } from '../net/politeness/retry-after.ts'
import { isSilence } from '../net/politeness/silence.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { Followed, FollowResult } from '../resolve/follow.ts'
import { Content } from './content.ts'
import type { CredentialGuard } from './credential-guard.ts'
import { createLanding, type Landing, type LandingRules } from './landing.ts'
import type { ResolvedOptions } from './options.ts'
import type { Credentials, Input } from './read-input.ts'
import type { Attempt, AttemptOutcome, AttemptPurpose, CanonicalizeWarning } from './result.ts'

/** Why a URL gave nothing to compare. */
export type Miss = FailedRequest | NotRequested

/** The request failed or was not allowed. */
export interface FailedRequest {
  readonly ok: false
  readonly why: 'blocked' | 'failed'
  readonly code: NetErrorCode | 'http_status' | 'empty_body'
  readonly message: string
  readonly status?: number
  /** Whether the server did not respond at all, so that the other scheme is worth a try. */
  readonly isConnectionFailure: boolean
}

/** No request was sent: the host did not respond before, or the budget or the time is spent. */
export interface NotRequested {
  readonly ok: false
  readonly why: 'dead_host' | 'budget' | 'deadline'
}

const DEAD_HOST: NotRequested = { ok: false, why: 'dead_host' }
const SPENT: NotRequested = { ok: false, why: 'budget' }
const LATE: NotRequested = { ok: false, why: 'deadline' }

/**
 * Sends the requests of one call within its budget and its deadline, and records what they cost and what they returned.
 *
 * Every step of every loop of a decision is a call of `request`: so that is where loops are ended in time.
 */
export interface Requester {
  /** Requests the input, or the input over the other scheme: the budget does not limit these. */
  requestFirst(url: string, purpose: 'initial' | 'alternate_scheme'): Promise<Landing | FailedRequest>
  /**
   * Requests a URL once; a URL that was requested or passed before is answered from memory, at no cost. Throws the signal's reason if
   * that has aborted.
   */
  request(url: string, purpose: AttemptPurpose): Promise<Landing | Miss>
  /** Records the result of a comparison for the attempt that requested this URL. */
  recordOutcome(url: string, outcome: AttemptOutcome): void
  warn(warning: CanonicalizeWarning): void
  report(): { requests: number; hops: number; warnings: CanonicalizeWarning[]; attempts: Attempt[] }
}

// The same for every request: a server that varies by them would make equal things look different.
const HEADERS = {
  accept: 'application/atom+xml, application/rss+xml, application/feed+json, text/html, */*;q=0.8',
}

export interface RequesterGuards {
  readonly loops: LoopGuard
  readonly credentials: CredentialGuard
}

/** Classes of failures before any request was sent. */
const UNSENT: ReadonlySet<NetErrorClass> = new Set(['blocked', 'invalid', 'robots', 'busy'])

export function createRequester<D>(
  fetcher: Fetcher,
  settings: ResolvedOptions<D>,
  input: Input,
  { loops, credentials }: RequesterGuards,
  now: () => number,
): Requester {
  const remembered = new Map<string, Landing | FailedRequest>()
  // By the URL that responded. The bodies are in `contents`, which release them.
  const answers = new Map<string, Followed>()
  const contents = new Map<string, Content>()
  const deadOrigins = new Set<string>()
  const attempts: Attempt[] = []
  const warnings = new Set<CanonicalizeWarning>()
  let requests = 0
  let retries = 0
  let hops = 0

  const send = (url: string): Promise<FollowResult> =>
    fetcher.follow(url, {
      maxRedirects: settings.maxRedirects,
      maxBytes: settings.maxBytes,
      overflow: 'cut',
      reservedNames: 'resolve',
      headers: chooseHeaders(url, input.credentials),
      // The caller chose this port; any other comes from a server.
      portOrigin: readOrigin(input.url),
      signal: settings.signal,
      mayVisit: settings.verifyFn,
      recall: (url) => answers.get(url),
    })

  async function request(url: string, purpose: AttemptPurpose): Promise<Landing | FailedRequest> {
    const started = now()
    for (const content of contents.values()) await content.release()
    const result = await send(url)
    hops += result.hops.length
    const outcome = result.ok ? judgeResponse(url, result) : createMiss(result)
    if (result.ok) answers.set(result.url, { ...result, body: RELEASED })
    if (outcome.ok || outcome.why !== 'blocked') {
      requests++
      if (purpose === 'alternate_scheme') retries++
    }
    if (!outcome.ok && outcome.isConnectionFailure) deadOrigins.add(readOrigin(url))
    attempts.push(createAttempt(url, purpose, result, outcome, now() - started))
    return outcome
  }

  function judgeResponse(url: string, answer: Followed): Landing | FailedRequest {
    if (answer.status < 200 || answer.status > 299) return createStatusMiss(answer.status)
    const content = contentAt(answer)
    if (content === undefined) return createEmptyMiss(answer.status)
    rememberHops(answer, content)
    return createLanding(url, answer, content, createRules(content))
  }

  /** What was served now or by an earlier request; undefined if the body is empty. */
  function contentAt(answer: Followed): Content | undefined {
    if (answer.body === RELEASED) return contents.get(answer.url)
    if (answer.body.length === 0) return undefined
    const content = new Content(answer, settings.hashFn)
    contents.set(answer.url, content)
    return content
  }

  /** A later request for a URL of the chain ends at the same place, by the rest of the redirects. */
  function rememberHops({ hops, ...answer }: Followed, content: Content): void {
    for (const [index, { to }] of hops.entries()) {
      const rest = { ...answer, hops: hops.slice(index + 1) }
      remembered.set(to, createLanding(to, rest, content, createRules(content)))
    }
  }

  const createRules = (content: Content): LandingRules => ({
    temporaryRedirects: settings.temporaryRedirects,
    mayReplace: (url) => credentials.mayReplace(url, content),
  })

  async function requestFirst(url: string, purpose: AttemptPurpose): Promise<Landing | FailedRequest> {
    const outcome = await request(url, purpose)
    remembered.set(url, outcome)
    return outcome
  }

  const isSpent = (): boolean => requests - retries > settings.maxRequests

  function endLate(): NotRequested {
    settings.signal?.throwIfAborted()
    warnings.add('deadline_reached')
    return LATE
  }

  return {
    requestFirst,
    async request(url, purpose) {
      if (!(await loops.mayStep())) return endLate()
      if (deadOrigins.has(readOrigin(url))) return DEAD_HOST
      const known = remembered.get(url)
      if (known !== undefined) return known
      if (!isSpent()) return requestFirst(url, purpose)
      warnings.add('budget_exhausted')
      return SPENT
    },
    recordOutcome(url, outcome) {
      const index = attempts.findLastIndex((attempt) => attempt.url === url)
      const attempt = attempts[index]
      if (attempt !== undefined) attempts[index] = { ...attempt, outcome }
    },
    warn: (warning) => void warnings.add(warning),
    report: () => ({ requests, hops, warnings: [...warnings], attempts: [...attempts] }),
  }
}

/** Replaces a body whose content is in `contents`. */
const RELEASED = new Uint8Array(0)

const readOrigin = (url: string): string => new URL(url).origin

function chooseHeaders(url: string, credentials: Credentials | null): Record<string, string> {
  if (credentials === null || readOrigin(url) !== credentials.origin) return HEADERS
  return { ...HEADERS, authorization: credentials.authorization }
}

function createMiss(failure: Extract<FollowResult, { ok: false }>): FailedRequest {
  const { code, message, hops } = failure
  return {
    ok: false,
    why: UNSENT.has(NET_ERRORS[code].class) && hops.length === 0 ? 'blocked' : 'failed',
    code,
    message,
    isConnectionFailure: isSilence(code) && hops.length === 0,
  }
}

const createStatusMiss = (status: number): FailedRequest => ({
  ok: false,
  why: 'failed',
  code: 'http_status',
  message: `The server responded with status ${status}.`,
  status,
  isConnectionFailure: false,
})

const createEmptyMiss = (status: number): FailedRequest => ({
  ...createStatusMiss(status),
  code: 'empty_body',
  message: `The server responded with status ${status} and an empty body.`,
})

function createAttempt(
  url: string,
  purpose: AttemptPurpose,
  result: FollowResult,
  outcome: Landing | FailedRequest,
  ms: number,
): Attempt {
  const retryAfter = result.ok ? parseRetryAfter(result.headers['retry-after']) : null
  return {
    url,
    finalUrl: result.ok ? result.url : null,
    purpose,
    outcome: outcome.ok ? 'answered' : outcome.code,
    ...(result.ok ? { status: result.status } : {}),
    ...(retryAfter === null ? {} : { retryAfter }),
    ms: Math.round(ms),
  }
}
