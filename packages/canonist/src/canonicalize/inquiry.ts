import { NET_ERRORS, type NetErrorCode } from '../net/errors.ts'
import { parseRetryAfter } from '../net/retry-after.ts'
import type { Fetcher } from '../resolve/fetcher.ts'
import type { Followed, FollowResult } from '../resolve/follow.ts'
import { landingOf, type Landing } from './landing.ts'
import type { Settled } from './options.ts'
import type { Credentials } from './read-input.ts'
import type { Attempt, Purpose, Warning } from './result.ts'

/** Why a URL gave nothing to compare. */
export interface Miss {
  readonly ok: false
  readonly why: 'blocked' | 'failed' | 'dead_host' | 'budget'
  readonly code: NetErrorCode | 'http_status' | 'empty_body' | null
  readonly message: string
  readonly status?: number
  /** Whether nothing answered at all, so that the other scheme is worth a try. */
  readonly isConnectionFailure: boolean
}

/** One decision's dealings with the network: what was asked, what it cost and what came of it. */
export interface Inquiry {
  /** Asks once; a URL that was asked or passed before is answered from memory, at no cost. */
  ask(url: string, purpose: Purpose): Promise<Landing | Miss>
  /** What a comparison said of the attempt that asked for this URL. */
  judge(url: string, outcome: string): void
  warn(warning: Warning): void
  report(): { requests: number; hops: number; warnings: Warning[]; attempts: Attempt[] }
}

// The same for every request: a server that varies by them would make equal things look different.
const HEADERS = {
  accept: 'application/atom+xml, application/rss+xml, application/feed+json, text/html, */*;q=0.8',
}

/** What never reached a server, so that nothing is known of it and no request was made. */
const isUnsent = (code: NetErrorCode): boolean => ['blocked', 'invalid'].includes(NET_ERRORS[code].class)

const CONNECTION_CODES: ReadonlySet<NetErrorCode> = new Set([
  'dns_failed',
  'dns_timeout',
  'connect_refused',
  'connect_failed',
  'connect_timeout',
  'headers_timeout',
  'total_timeout',
  'tls_error',
  'reset',
  'protocol_error',
])

export function createInquiry<D>(
  fetcher: Fetcher,
  settings: Settled<D>,
  credentials: Credentials | null,
  now: () => number,
): Inquiry {
  const remembered = new Map<string, Landing | Miss>()
  const answers = new Map<string, Followed>()
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
      headers: headersFor(url, credentials),
      // A port that the caller wrote is meant; one that a server or a preset made is not.
      allowPort: attempts.length === 0 ? 'any' : 'default',
      signal: settings.signal,
      mayVisit: settings.verifyFn,
      recall: (url) => answers.get(url),
    })

  async function request(url: string, purpose: Purpose): Promise<Landing | Miss> {
    const started = now()
    const result = await send(url)
    hops += result.hops.length
    const outcome = result.ok ? judgeAnswer(url, result) : missOf(result)
    if (result.ok) answers.set(result.url, result)
    if (outcome.ok || outcome.why !== 'blocked') {
      requests++
      if (purpose === 'alternate_scheme') retries++
    }
    if (!outcome.ok && outcome.isConnectionFailure) deadOrigins.add(originOf(url))
    attempts.push(attemptOf(url, purpose, result, outcome, now() - started))
    return outcome
  }

  function judgeAnswer(url: string, answer: Followed): Landing | Miss {
    if (answer.status < 200 || answer.status > 299) return statusMiss(answer.status)
    if (answer.body.length === 0) return emptyMiss(answer.status)
    rememberHops(answer)
    return landingOf(url, answer, settings.temporaryRedirects, settings.hashFn)
  }

  /** Whoever asks for a URL that was passed on the way is led to the same place, by what is left of the way. */
  function rememberHops({ hops, ...answer }: Followed): void {
    for (const [index, { to }] of hops.entries()) {
      const rest = { ...answer, hops: hops.slice(index + 1) }
      remembered.set(to, landingOf(to, rest, settings.temporaryRedirects, settings.hashFn))
    }
  }

  const isSpent = (): boolean => requests - retries > settings.maxRequests

  return {
    async ask(url, purpose) {
      if (deadOrigins.has(originOf(url))) return DEAD_HOST
      const known = remembered.get(url)
      if (known !== undefined) return known
      if (purpose !== 'initial' && purpose !== 'alternate_scheme' && isSpent()) {
        warnings.add('budget_exhausted')
        return SPENT
      }
      const outcome = await request(url, purpose)
      remembered.set(url, outcome)
      return outcome
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

const originOf = (url: string): string => new URL(url).origin

function headersFor(url: string, credentials: Credentials | null): Record<string, string> {
  if (credentials === null || originOf(url) !== credentials.origin) return HEADERS
  return { ...HEADERS, authorization: credentials.authorization }
}

function missOf(failure: Extract<FollowResult, { ok: false }>): Miss {
  const { code, message, hops } = failure
  return {
    ok: false,
    why: isUnsent(code) && hops.length === 0 ? 'blocked' : 'failed',
    code,
    message,
    isConnectionFailure: CONNECTION_CODES.has(code) && hops.length === 0,
  }
}

const DEAD_HOST: Miss = {
  ok: false,
  why: 'dead_host',
  code: null,
  message: 'The host did not answer before.',
  isConnectionFailure: false,
}

const SPENT: Miss = { ...DEAD_HOST, why: 'budget', message: 'No request is left.' }

const statusMiss = (status: number): Miss => ({
  ok: false,
  why: 'failed',
  code: 'http_status',
  message: `The server answered with status ${status}.`,
  status,
  isConnectionFailure: false,
})

const emptyMiss = (status: number): Miss => ({
  ...statusMiss(status),
  code: 'empty_body',
  message: `The server answered with status ${status} and an empty body.`,
})

function attemptOf(url: string, purpose: Purpose, result: FollowResult, outcome: Landing | Miss, ms: number): Attempt {
  const retryAfter = result.ok ? parseRetryAfter(result.headers['retry-after']) : null
  return {
    url,
    finalUrl: result.ok ? result.url : null,
    purpose,
    outcome: outcome.ok ? 'answered' : (outcome.code ?? outcome.why),
    ...(result.ok ? { status: result.status } : {}),
    ...(retryAfter === null ? {} : { retryAfter }),
    ms: Math.round(ms),
  }
}
