import { NET_ERRORS, type NetErrorClass, type NetErrorCode } from '../net/errors.ts'
import { parseRetryAfter } from '../net/politeness/retry-after.ts'
import { isSilence } from '../net/politeness/silence.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { Followed, FollowResult } from '../resolve/follow.ts'
import { Content } from './content.ts'
import { landingOf, type Landing } from './landing.ts'
import type { Settled } from './options.ts'
import type { Credentials, Input } from './read-input.ts'
import type { Attempt, Outcome, Purpose, Warning } from './result.ts'

/** Why a URL gave nothing to compare. */
export type Miss = FailedRequest | NotAsked

/** It was asked, or would have been if that were allowed. */
export interface FailedRequest {
  readonly ok: false
  readonly why: 'blocked' | 'failed'
  readonly code: NetErrorCode | 'http_status' | 'empty_body'
  readonly message: string
  readonly status?: number
  /** Whether nothing answered at all, so that the other scheme is worth a try. */
  readonly isConnectionFailure: boolean
}

/** It was not asked: its host did not answer before, or no request is left. */
export interface NotAsked {
  readonly ok: false
  readonly why: 'dead_host' | 'budget'
}

const DEAD_HOST: NotAsked = { ok: false, why: 'dead_host' }
const SPENT: NotAsked = { ok: false, why: 'budget' }

/** One decision's dealings with the network: what was asked, what it cost and what came of it. */
export interface Inquiry {
  /** The input, or the input over the other scheme: there is always a request for these. */
  askFirst(url: string, purpose: 'initial' | 'alternate_scheme'): Promise<Landing | FailedRequest>
  /** Asks once; a URL that was asked or passed before is answered from memory, at no cost. */
  ask(url: string, purpose: Purpose): Promise<Landing | Miss>
  /** What a comparison said of the attempt that asked for this URL. */
  judge(url: string, outcome: Outcome): void
  warn(warning: Warning): void
  report(): { requests: number; hops: number; warnings: Warning[]; attempts: Attempt[] }
}

// The same for every request: a server that varies by them would make equal things look different.
const HEADERS = {
  accept: 'application/atom+xml, application/rss+xml, application/feed+json, text/html, */*;q=0.8',
}

/** Classes of what never reached a server, so that nothing is known of it and no request was made. */
const UNSENT: ReadonlySet<NetErrorClass> = new Set(['blocked', 'invalid', 'robots', 'busy'])

export function createInquiry<D>(fetcher: Fetcher, settings: Settled<D>, input: Input, now: () => number): Inquiry {
  const remembered = new Map<string, Landing | FailedRequest>()
  // By the URL that answered; the bodies are with the contents, which let go of them.
  const answers = new Map<string, Followed>()
  const contents = new Map<string, Content>()
  const deadOrigins = new Set<string>()
  const attempts: Attempt[] = []
  const warnings = new Set<Warning>()
  let requests = 0
  let retries = 0
  let hops = 0

  const send = (url: string): Promise<FollowResult> =>
    fetcher.follow(url, {
      maxRedirects: settings.maxRedirects,
      maxBytes: settings.maxBytes,
      overflow: 'cut',
      reservedNames: 'resolve',
      headers: headersFor(url, input.credentials),
      // The caller chose this port; any other comes from a server.
      portOrigin: originOf(input.url),
      signal: settings.signal,
      mayVisit: settings.verifyFn,
      recall: (url) => answers.get(url),
    })

  async function request(url: string, purpose: Purpose): Promise<Landing | FailedRequest> {
    const started = now()
    for (const content of contents.values()) await content.release()
    const result = await send(url)
    hops += result.hops.length
    const outcome = result.ok ? judgeAnswer(url, result) : missOf(result)
    if (result.ok) answers.set(result.url, { ...result, body: RELEASED })
    if (outcome.ok || outcome.why !== 'blocked') {
      requests++
      if (purpose === 'alternate_scheme') retries++
    }
    if (!outcome.ok && outcome.isConnectionFailure) deadOrigins.add(originOf(url))
    attempts.push(attemptOf(url, purpose, result, outcome, now() - started))
    return outcome
  }

  function judgeAnswer(url: string, answer: Followed): Landing | FailedRequest {
    if (answer.status < 200 || answer.status > 299) return statusMiss(answer.status)
    const content = contentAt(answer)
    if (content === undefined) return emptyMiss(answer.status)
    rememberHops(answer, content)
    return landingOf(url, answer, content, settings.temporaryRedirects)
  }

  /** What was served, or is remembered from an earlier request; undefined where that is nothing. */
  function contentAt(answer: Followed): Content | undefined {
    if (answer.body === RELEASED) return contents.get(answer.url)
    if (answer.body.length === 0) return undefined
    const content = new Content(answer, settings.hashFn)
    contents.set(answer.url, content)
    return content
  }

  /** Whoever asks for a URL that was passed on the way is led to the same place, by what is left of the way. */
  function rememberHops({ hops, ...answer }: Followed, content: Content): void {
    for (const [index, { to }] of hops.entries()) {
      const rest = { ...answer, hops: hops.slice(index + 1) }
      remembered.set(to, landingOf(to, rest, content, settings.temporaryRedirects))
    }
  }

  async function askFirst(url: string, purpose: Purpose): Promise<Landing | FailedRequest> {
    const outcome = await request(url, purpose)
    remembered.set(url, outcome)
    return outcome
  }

  const isSpent = (): boolean => requests - retries > settings.maxRequests

  return {
    askFirst,
    async ask(url, purpose) {
      if (deadOrigins.has(originOf(url))) return DEAD_HOST
      const known = remembered.get(url)
      if (known !== undefined) return known
      if (!isSpent()) return askFirst(url, purpose)
      warnings.add('budget_exhausted')
      return SPENT
    },
    judge(url, outcome) {
      const index = attempts.findLastIndex((attempt) => attempt.url === url)
      const attempt = attempts[index]
      if (attempt !== undefined) attempts[index] = { ...attempt, outcome }
    },
    warn: (warning) => void warnings.add(warning),
    report: () => ({ requests, hops, warnings: [...warnings], attempts: [...attempts] }),
  }
}

/** Replaces a body that is remembered as content. */
const RELEASED = new Uint8Array(0)

const originOf = (url: string): string => new URL(url).origin

function headersFor(url: string, credentials: Credentials | null): Record<string, string> {
  if (credentials === null || originOf(url) !== credentials.origin) return HEADERS
  return { ...HEADERS, authorization: credentials.authorization }
}

function missOf(failure: Extract<FollowResult, { ok: false }>): FailedRequest {
  const { code, message, hops } = failure
  return {
    ok: false,
    why: UNSENT.has(NET_ERRORS[code].class) && hops.length === 0 ? 'blocked' : 'failed',
    code,
    message,
    isConnectionFailure: isSilence(code) && hops.length === 0,
  }
}

const statusMiss = (status: number): FailedRequest => ({
  ok: false,
  why: 'failed',
  code: 'http_status',
  message: `The server answered with status ${status}.`,
  status,
  isConnectionFailure: false,
})

const emptyMiss = (status: number): FailedRequest => ({
  ...statusMiss(status),
  code: 'empty_body',
  message: `The server answered with status ${status} and an empty body.`,
})

function attemptOf(
  url: string,
  purpose: Purpose,
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
