import { createHash } from 'node:crypto'
import type { Document } from '../extract/document.ts'
import type { Claim, Outcome } from '../frontier/outcome.ts'
import { actionOf, REASONS, reasonOfNetError, reasonOfStatus, type Reason } from '../frontier/reasons.ts'
import type { HeaderMap } from '../net/exchange.ts'
import { LONGEST_TIMEOUT } from '../net/exchanger-options.ts'
import { valuesOf } from '../net/header-map.ts'
import { isRedirect } from '../net/redirect-status.ts'
import { parseRetryAfter } from '../net/retry-after.ts'
import { follow, type FollowResult, type Followed, type Hop, type Trail } from '../resolve/follow.ts'
import type { HostBudget } from './host-budget.ts'
import type { Lease } from './lease.ts'
import { leadsToLogin } from './login.ts'
import { notesOf, type FetchedPage, type LinkBounds, type PageNotes } from './page-notes.ts'
import { checkPage, readPage, type PageFault, type PageRules, type ReadPage } from './page-check.ts'
import { isTrap } from './trap.ts'
import { Trip, type TripEnd, type TripKit } from './trip.ts'

export interface VisitKit extends TripKit {
  readonly followRedirects: boolean
  readonly maxRedirects: number
  /** Null where links are not looked for. */
  readonly discover: LinkBounds | null
  readonly rules: PageRules
  readonly budget: HostBudget
}

type FailedOutcome = Extract<Outcome, { kind: 'failed' }>

/** What became of a claim. */
export interface Visit {
  /** Null where nothing is to be reported: the lease was lost. */
  readonly outcome: Outcome | null
  readonly hops: readonly Hop[]
  /** Of the page that was fetched; null where there is none. */
  readonly page: PageNotes | null
  readonly requests: number
  readonly waitedMs: number
}

/** Fetches what was claimed, by way of its redirects, and tells what came of it. */
export async function visit(kit: VisitKit, lease: Lease): Promise<Visit> {
  const { claim } = lease
  if (claim.depth > 0 && isTrap(claim.fetchUrl)) return nothing(failed('trap_suspected', null))
  if (claim.depth > 0 && (await kit.budget.isSpent(claim.host))) return nothing(failed('budget_exhausted', null))
  const trip = new Trip(kit, lease)
  try {
    const result = await walk(kit, trip, lease)
    const read = result.ok && result.status === 200 ? readPage(result, kit.rules) : null
    await trip.turns.settle()
    const outcome = await outcomeOf(kit, trip, lease, result, read)
    const notes = read !== null && 'page' in read ? notesOf(read.page, claim.depth, kit.discover) : null
    const { requests, turns } = trip
    return { outcome, hops: result.hops, page: notes, requests, waitedMs: turns.waitedMs }
  } finally {
    await trip.turns.leave()
  }
}

const nothing = (outcome: Outcome): Visit => ({ outcome, hops: [], page: null, requests: 0, waitedMs: 0 })

/** Without redirects a single exchange, whatever it answers; the deadline of a chain does not run: most of it is waiting. */
async function walk(kit: VisitKit, trip: Trip, { claim, signal }: Lease): Promise<FollowResult> {
  const { followRedirects, maxRedirects } = kit
  const trail = claim.trail ?? undefined
  if (followRedirects) return follow(trip, claim.fetchUrl, { maxRedirects, signal, trail, totalMs: LONGEST_TIMEOUT })
  const answer = await trip.fetch(claim.fetchUrl, { signal })
  return { ...answer, hops: [] }
}

async function outcomeOf(
  kit: VisitKit,
  trip: Trip,
  { callOff, claim }: Lease,
  result: FollowResult,
  read: ReadPage | null,
): Promise<Outcome | null> {
  if (callOff === 'lease_lost') return null
  const since = { sinceRequestMs: trip.turns.sinceRequest(claim.host) }
  const trail = result.hops.length === 0 ? undefined : { from: claim.trail?.from ?? claim.fetchUrl, hops: result.hops }
  if (callOff === 'stopped') return { kind: 'returned', ...since }
  if (trip.end !== null) return { ...ending(trip, trip.end, claim.host, trail), ...since }
  if (!result.ok && result.code === 'aborted') return { kind: 'returned', ...since }
  if (!result.ok)
    return { ...leftTo(failure(trip, reasonOfFailure(result, claim), result), claim.host, trail), ...since }
  if (result.status === 200 || result.status === 304) return { ...(await arrival(kit, claim, result, read)), ...since }
  return { ...leftTo(await refused(kit, trip, result), claim.host, trail), ...since }
}

const reasonOfFailure = ({ code, hops }: FollowResult & { ok: false }, { fetchUrl }: Claim): Reason =>
  reasonOfNetError(code, hops.at(-1)?.to ?? fetchUrl)

/** What we ended ourselves. */
function ending({ place, turns, lastAsked }: Trip, end: TripEnd, ownHost: string, trail: Trail | undefined): Outcome {
  if (end.kind === 'later') return { kind: 'returned', trail }
  if (end.kind === 'busy') return trail === undefined ? { kind: 'returned' } : goingOnBy(trail)
  if (end.kind === 'failed') {
    const { reason, detail, status, retryAfterMs } = end
    turns.blame(place, reason, retryAfterMs)
    return leftTo({ ...failed(reason, detail), status, retryAfterMs, atHost: place }, ownHost, trail)
  }
  const status = trail?.hops.at(-1)?.status ?? null
  return { ...failed('redirect_out_of_scope', end.to), status, finalUrl: lastAsked }
}

/** What lies at the end is queued by itself. */
function goingOnBy(trail: Trail): Outcome {
  const { to = trail.from, status = 0 } = trail.hops.at(-1) ?? {}
  return { kind: 'redirected', to, status, trail }
}

/** Where another host is down, or wants quiet, the URL is not to blame: what it leads to waits with that host. */
function leftTo(outcome: FailedOutcome, ownHost: string, trail: Trail | undefined): Outcome {
  const isWaitedFor = actionOf(outcome.reason) === 'host' || actionOf(outcome.reason) === 'rate'
  const isElsewhere = trail !== undefined && outcome.atHost !== ownHost
  return isWaitedFor && isElsewhere ? goingOnBy(trail) : outcome
}

function failure(
  { place, turns, lastAsked }: Trip,
  reason: Reason,
  result: FollowResult & { ok: false },
): FailedOutcome {
  turns.blame(place, reason, null)
  const { hops, message } = result
  const finalUrl = hops.length === 0 ? null : lastAsked
  return { ...failed(reason, message), status: statusOf(reason, result), finalUrl, atHost: place }
}

/** Of a redirect that was not followed because of where it leads, its own; who gave no answer has none. */
function statusOf(reason: Reason, { status, hops }: FollowResult & { ok: false }): number | null {
  const isOurs = REASONS[reason].class === 'url' || REASONS[reason].class === 'robots'
  return status ?? (isOurs ? (hops.at(-1)?.status ?? null) : null)
}

async function arrival(kit: VisitKit, claim: Claim, result: Followed, read: ReadPage | null): Promise<Outcome> {
  const { hops, url: finalUrl, status } = result
  const fault = await faultOf(kit, claim, result, read)
  if (fault !== null)
    return { ...failed(fault.reason, fault.detail), status, ...(hops.length === 0 ? {} : { finalUrl }) }
  return fetched(result, read !== null && 'page' in read ? read.page : null)
}

async function faultOf(
  { rules }: VisitKit,
  { id, url, fetchUrl }: Claim,
  { hops, url: finalUrl, status, headers, body }: Followed,
  read: ReadPage | null,
): Promise<PageFault | null> {
  if (read === null) return null
  if (hops.length > 0 && leadsToLogin(fetchUrl, finalUrl)) return { reason: 'redirect_to_login', detail: null }
  if ('fault' in read) return read.fault
  return checkPage(read.page, { id, url, finalUrl, status, headers, body }, rules)
}

function fetched({ status, headers, hops, url, body }: Followed, page: FetchedPage | null): Outcome {
  return {
    kind: 'fetched',
    status,
    ...(hops.length === 0 ? {} : { finalUrl: url, isPermanent: hops.every(isPermanent) }),
    etag: headerOf(headers, 'etag'),
    lastModified: headerOf(headers, 'last-modified'),
    ...(page === null ? {} : { contentHash: hashOf(body), simhash: simhashOf(page.document) }),
  }
}

/** An answer that is no page. */
async function refused(kit: VisitKit, { place, turns }: Trip, result: Followed): Promise<FailedOutcome> {
  const { status, headers, hops, url } = result
  const seconds = parseRetryAfter(headers['retry-after'], await kit.frontier.now())
  const retryAfterMs = seconds === null ? null : seconds * 1000
  const reason = redirectReason(status, kit) ?? reasonOfStatus(status, seconds !== null)
  turns.blame(place, reason, retryAfterMs)
  return {
    ...failed(reason, headerOf(headers, 'location')),
    status,
    retryAfterMs,
    atHost: place,
    ...(hops.length === 0 ? {} : { finalUrl: url }),
  }
}

/** A redirect that was not followed, or names no place. */
function redirectReason(status: number, { followRedirects }: VisitKit): Reason | null {
  if (!followRedirects && status >= 300 && status < 400) return 'redirect_not_followed'
  return isRedirect(status) ? 'redirect_bad_location' : null
}

const failed = (reason: Reason, detail: string | null): FailedOutcome => ({
  kind: 'failed',
  reason,
  detail,
})

const isPermanent = ({ status }: Hop): boolean => status === 301 || status === 308

const headerOf = (headers: HeaderMap, name: string): string | null => valuesOf(headers, name)[0] ?? null

/** 128 bits are enough to tell that a page has changed. */
const hashOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 32)

const simhashOf = (document: Document): string | null => (document.kind === 'page' ? document.simhash : null)
