import { createHash } from 'node:crypto'
import type { Document } from '@canonist/web/internal/extract/document'
import type { Claim } from '../frontier/claim/claim.ts'
import type { ClaimOutcome } from '../frontier/complete/completion.ts'
import type { Exchanger, HeaderMap } from '@canonist/web/internal/net/exchange'
import { MAX_TIMEOUT } from '@canonist/web/internal/net/exchanger-options'
import { listHeaderValues } from '@canonist/web/internal/net/transport/header-map'
import { isPermanentRedirect } from '@canonist/web/internal/net/redirect-status'
import { follow, type Followed, type FollowResult, type Hop } from '@canonist/web/internal/resolve/follow'
import { type HostBudget, isTrap } from './crawl-bounds.ts'
import { createFailure, type TripJudgement, judgeErrorStatus, judgeFailedTrip } from './judge-trip.ts'
import type { Lease } from './lease.ts'
import { endsAtLogin, hasPasswordField } from '@canonist/web/internal/extract/page/login'
import type { Overloads } from './overloads.ts'
import {
  checkPage,
  type FetchedPage,
  type LinkBounds,
  readPageNotes,
  type PageFault,
  type PageNotes,
  type PageRules,
  readPage,
  type ReadPage,
} from './read-page.ts'
import { type TripResult, Trip, type TripDeps } from './trip.ts'

export interface VisitDeps extends TripDeps {
  readonly followRedirects: boolean
  readonly maxRedirects: number
  /** Null if links are ignored. */
  readonly discover: LinkBounds | null
  /** The first word of the user agent, in lower case: headers may address it. */
  readonly robotName: string
  readonly rules: PageRules
  readonly budget: HostBudget
  readonly overloads: Overloads
}

/** The report of one visit. */
export interface VisitReport {
  readonly outcome: ClaimOutcome
  readonly hops: readonly Hop[]
  /** Facts of the fetched page; null if there is none. */
  readonly page: PageNotes | null
  readonly requests: number
  readonly waitedMs: number
}

/**
 * Fetches the claimed URL, follows its redirects and judges the result: first crawler traps and budgets, then the trip, then the page.
 * Always releases its hosts at the end.
 */
export async function visitUrl(deps: VisitDeps, lease: Lease): Promise<VisitReport> {
  const { claim } = lease
  if (claim.depth > 0 && isTrap(claim.fetchUrl)) return endWithoutRequest(createFailure('trap_suspected', null))
  if (claim.depth > 0 && (await deps.budget.isSpent(claim.host)))
    return endWithoutRequest(createFailure('budget_exhausted', null))
  const trip = new Trip(deps, lease)
  try {
    const journey = await trip.run(async (exchanger) =>
      deps.overloads.limit(claim.id, await sendRequests(deps, exchanger, lease)),
    )
    const { result, requests } = journey
    const read = result.ok && result.status === 200 ? readPage(result, deps.rules) : null
    await trip.turns.reclaim()
    const outcome = await concludeVisit(deps, trip, lease, journey, read)
    const notes =
      read !== null && 'page' in read ? readPageNotes(read.page, claim.depth, deps.discover, deps.robotName) : null
    return { outcome, hops: result.hops, page: notes, requests, waitedMs: trip.turns.waitedMs }
  } finally {
    await trip.turns.release()
  }
}

const endWithoutRequest = (outcome: ClaimOutcome): VisitReport => ({
  outcome,
  hops: [],
  page: null,
  requests: 0,
  waitedMs: 0,
})

/** A single request if redirects are off. A chain has no overall deadline, because it spends most of its time waiting for hosts. */
async function sendRequests(deps: VisitDeps, exchanger: Exchanger, { claim, signal }: Lease): Promise<FollowResult> {
  const { followRedirects, maxRedirects } = deps
  const trail = claim.trail ?? undefined
  if (followRedirects) return follow(exchanger, claim.fetchUrl, { maxRedirects, signal, trail, totalMs: MAX_TIMEOUT })
  const answer = await exchanger.fetch(claim.fetchUrl, { signal })
  return { ...answer, hops: [] }
}

/** Decides what to report about the URL, and notes trouble of the last host. */
async function concludeVisit(
  deps: VisitDeps,
  { turns }: Trip,
  { abortCause, claim }: Lease,
  journey: TripResult,
  read: ReadPage | null,
): Promise<ClaimOutcome> {
  // Also if the lease was lost: then the frontier learns that the worker was late, and not lost with the URL.
  const { outcome, blame } = abortCause !== null ? RELEASED : await judgeTrip(deps, claim, journey, read)
  if (blame !== null) turns.noteTrouble(journey.host, blame.reason, blame.retryAfterMs ?? null)
  return { ...outcome, sinceRequestMs: turns.computeSinceRequest(claim.host) }
}

const RELEASED: TripJudgement = { outcome: { kind: 'returned' }, blame: null }

async function judgeTrip(
  deps: VisitDeps,
  claim: Claim,
  journey: TripResult,
  read: ReadPage | null,
): Promise<TripJudgement> {
  const { result } = journey
  if (!result.ok) return judgeFailedTrip(claim, journey, result)
  if (result.status === 200 || result.status === 304)
    return { outcome: await judgePage(deps, claim, result, read), blame: null }
  const { followRedirects, frontier } = deps
  return judgeErrorStatus(claim, journey, result, { followRedirects, now: await frontier.now() })
}

async function judgePage(
  deps: VisitDeps,
  claim: Claim,
  result: Followed,
  read: ReadPage | null,
): Promise<ClaimOutcome> {
  const { hops, url: finalUrl, status } = result
  const fault = await findFault(deps, claim, result, read)
  if (fault !== null)
    return { ...createFailure(fault.reason, fault.detail), status, ...(hops.length === 0 ? {} : { finalUrl }) }
  return createFetched(result, read !== null && 'page' in read ? read.page : null)
}

async function findFault(
  { rules }: VisitDeps,
  { id, url, fetchUrl }: Claim,
  { hops, url: finalUrl, status, headers, body }: Followed,
  read: ReadPage | null,
): Promise<PageFault | null> {
  if (read === null) return null
  const asksForPassword = (): boolean => 'page' in read && hasPasswordField(read.page.document.text)
  if (hops.length > 0 && endsAtLogin(fetchUrl, finalUrl, asksForPassword))
    return { reason: 'redirect_to_login', detail: null }
  if ('fault' in read) return read.fault
  return checkPage(read.page, { id, url, finalUrl, status, headers, body }, rules)
}

function createFetched({ status, headers, hops, url, body }: Followed, page: FetchedPage | null): ClaimOutcome {
  return {
    kind: 'fetched',
    status,
    ...(hops.length === 0 ? {} : { finalUrl: url, isPermanent: hops.every(isPermanentRedirect) }),
    etag: readHeader(headers, 'etag'),
    lastModified: readHeader(headers, 'last-modified'),
    ...(page === null ? {} : { contentHash: hashBody(body), simhash: readSimhash(page.document) }),
  }
}

const readHeader = (headers: HeaderMap, name: string): string | null => listHeaderValues(headers, name)[0] ?? null

/** 128 bits are enough to detect a change. */
const hashBody = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 32)

const readSimhash = (document: Document): string | null => (document.kind === 'page' ? document.simhash : null)
