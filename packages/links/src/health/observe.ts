import { NET_ERRORS, type NetErrorClass } from '@canonist/web/internal/net/errors'
import { parseRetryAfter } from '@canonist/web/internal/net/politeness/retry-after'
import type { Followed, FollowFailure, FollowOptions, FollowResult, Hop } from '@canonist/web/internal/resolve/follow'
import { isHomeUrl } from '@canonist/web/internal/page-facts/home-url'
import { endsAtLogin } from '@canonist/web/internal/extract/page/login'
import { createObservation, type Arrival, type Observation } from './observation.ts'
import type { ObserveContext, Subject } from './observe-context.ts'
import { readContent } from './read-content.ts'
import { toConditions, isUnchanged } from './validators.ts'

/** How much of a page is read. Beyond this there is hardly ever text. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Checks a page once. A page without known content needs a GET. Otherwise a HEAD is sent first, and a GET only if the HEAD shows a
 * problem or the content has changed.
 */
export async function observe(subject: Subject, context: ObserveContext): Promise<Observation> {
  if (context.readsContent && subject.known === null) {
    const result = await requestContent(subject.url, subject, context)
    return toObservation({ method: 'GET', result, hops: [] }, subject, context)
  }
  const head = await sendRequest(subject.url, HEAD, subject, context)
  if (!needsGet(head, subject, context))
    return toObservation({ method: 'HEAD', result: head, hops: [] }, subject, context)
  // After a successful HEAD the final URL is known. Otherwise start over: the server may treat HEAD differently.
  const isFound = head.ok && isFine(head.status)
  const result = await requestContent(isFound ? head.url : subject.url, subject, context)
  return toObservation({ method: 'GET', result, hops: isFound ? head.hops : [] }, subject, context)
}

interface CheckExchange {
  readonly method: 'HEAD' | 'GET'
  readonly result: FollowResult
  /** The redirects that an earlier HEAD followed. */
  readonly hops: readonly Hop[]
}

type CheckRequest = Required<Pick<FollowOptions, 'method' | 'headers'>>

const HEAD: CheckRequest = { method: 'HEAD', headers: {} }
const GET: CheckRequest = { method: 'GET', headers: {} }

function sendRequest(
  url: string,
  request: CheckRequest,
  { url: start }: Subject,
  { fetcher, mayVisit, signal }: ObserveContext,
): Promise<FollowResult> {
  const options: FollowOptions = {
    ...request,
    signal,
    maxBytes: MAX_BYTES,
    overflow: 'cut',
    allowPort: 'any',
    mayVisit: (next) => next === start || mayVisit(next),
  }
  return fetcher.follow(url, options)
}

/** A conditional GET. A redirect carries the conditions along, so a 304 from another URL says nothing about the page. */
async function requestContent(url: string, subject: Subject, context: ObserveContext): Promise<FollowResult> {
  const result = await requestWithRetry(url, { ...GET, headers: toConditions(url, subject) }, subject, context)
  const isStray = result.ok && result.status === 304 && !isUnchanged(result, subject)
  return isStray ? requestWithRetry(url, GET, subject, context) : result
}

/** Sends the request once more after a failure that may be temporary. */
async function requestWithRetry(
  url: string,
  request: CheckRequest,
  subject: Subject,
  context: ObserveContext,
): Promise<FollowResult> {
  const first = await sendRequest(url, request, subject, context)
  return isTemporary(first) ? sendRequest(url, request, subject, context) : first
}

function isTemporary(result: FollowResult): boolean {
  if (!result.ok) return TEMPORARY_CLASSES.has(NET_ERRORS[result.code].class)
  const isTrouble = result.status === 408 || (result.status >= 500 && result.status < 600)
  return isTrouble && readRetryAfter(result, 0) === null
}

const TEMPORARY_CLASSES: ReadonlySet<NetErrorClass> = new Set<NetErrorClass>(['network', 'timeout'])

/** Failures after which a GET may succeed: some affect only HEAD, some are temporary. */
const RETRIED_CLASSES: ReadonlySet<NetErrorClass> = new Set<NetErrorClass>(['network', 'timeout', 'redirect'])

const isFine = (status: number): boolean => status >= 200 && status < 300

function needsGet(head: FollowResult, subject: Subject, { readsContent }: ObserveContext): boolean {
  if (!head.ok) return RETRIED_CLASSES.has(NET_ERRORS[head.code].class)
  // Send no second request to a host that asked for a pause.
  if (head.status === 429 || readRetryAfter(head, 0) !== null) return false
  if (!isFine(head.status)) return true
  return readsContent && !isUnchanged(head, subject)
}

function readRetryAfter({ status, headers }: Followed, now: number): number | null {
  return status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'], now) : null
}

async function toObservation(seen: CheckExchange, subject: Subject, context: ObserveContext): Promise<Observation> {
  const { result, method } = seen
  const chain = [...seen.hops, ...result.hops].map(({ status, to }) => ({ status, to }))
  const blank = { ...createObservation(context.now()), method, chain, wasWell: subject.wasWell }
  return result.ok ? addResponse(blank, result, subject, context) : addFailure(blank, result)
}

function addFailure(blank: Observation, { code }: FollowFailure): Observation {
  const status = blank.chain.at(-1)?.status ?? null
  // Only the allowlist refuses requests here.
  if (code === 'refused_by_caller') return { ...blank, status, arrival: 'outside' }
  return { ...blank, failure: code }
}

async function addResponse(
  blank: Observation,
  answer: Followed,
  subject: Subject,
  context: ObserveContext,
): Promise<Observation> {
  const isSame = isUnchanged(answer, subject)
  const observation: Observation = {
    ...blank,
    status: answer.status,
    arrival: toArrival(blank, answer.url, subject, context),
    wall: isLoginWall(blank, answer.url, subject) ? 'login' : null,
    retryAfter: readRetryAfter(answer, context.now()),
    certificateExpires: answer.certificateExpires ?? null,
    isUnchanged: isSame,
  }
  if (isSame && subject.known !== null) {
    const { etag, lastModified, lostFragments, soughtFragments = null } = subject.known
    return { ...observation, etag, lastModified, lostFragments, soughtFragments }
  }
  return blank.method === 'HEAD' ? observation : readContent(observation, answer, subject, context)
}

function toArrival({ chain }: Observation, end: string, { url }: Subject, context: ObserveContext): Arrival {
  if (chain.length === 0 || end === url) return 'self'
  if (context.isSamePage(end)) return 'same_page'
  // A home page may redirect further, but the page was already lost when it redirected there.
  return !isHomeUrl(url) && chain.some(({ to }) => isHomeUrl(to)) ? 'home' : 'elsewhere'
}

const isLoginWall = ({ chain }: Observation, end: string, { url }: Subject): boolean =>
  chain.length > 0 && endsAtLogin(url, end, () => false)
