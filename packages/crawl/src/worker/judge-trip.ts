// Judges a trip that gave no page: what it means for the URL, and for the last host. Pure: fetches and writes nothing.

import type { Claim } from '../frontier/claim/claim.ts'
import type { ClaimOutcome } from '../frontier/complete/completion.ts'
import {
  getAction,
  FRONTIER_REASONS,
  REASON_BY_NET_ERROR,
  classifyNetError,
  classifyRedirectError,
  classifyStatus,
  type FrontierReason,
  type ReasonClass,
} from '../frontier/reasons.ts'
import { endsAtLogin } from '@canonist/web/internal/extract/page/login'
import { listHeaderValues } from '@canonist/web/internal/net/transport/header-map'
import { isRedirect } from '@canonist/web/internal/net/redirect-status'
import { parseRetryAfter } from '@canonist/web/internal/net/politeness/retry-after'
import type { FollowFailure, Followed, Hop, Trail } from '@canonist/web/internal/resolve/follow'
import type { TripResult, TripEnd } from './trip.ts'

export type FailedOutcome = Extract<ClaimOutcome, { kind: 'failed' }>

export interface TripJudgement {
  readonly outcome: ClaimOutcome
  /** What to report about the last host of the trip; null if nothing. */
  readonly blame: FailedOutcome | null
}

/** A trip that we ended ourselves, or that got no response. */
export function judgeFailedTrip(claim: Claim, journey: TripResult, result: FollowFailure): TripJudgement {
  const trail = extendTrail(claim, journey)
  if (journey.end !== null) return judgeEnd(claim, journey, journey.end, trail)
  if (getAction(REASON_BY_NET_ERROR[result.code]) === 'return') return { outcome: { kind: 'returned' }, blame: null }
  return judgeFailure(toFailure(claim, journey, result), claim, trail)
}

/** A trip that we ended ourselves. */
function judgeEnd(
  claim: Claim,
  { host, lastRequested }: TripResult,
  end: TripEnd,
  trail: Trail | undefined,
): TripJudgement {
  switch (end.kind) {
    case 'later':
      return { outcome: { kind: 'returned', trail }, blame: null }
    case 'busy':
      return { outcome: trail === undefined ? { kind: 'returned' } : createRedirected(trail), blame: null }
    case 'out-of-scope': {
      const status = trail?.hops.at(-1)?.status ?? null
      return {
        outcome: { ...createFailure('redirect_out_of_scope', end.to), status, finalUrl: lastRequested },
        blame: null,
      }
    }
    default: {
      const { reason, detail, status, retryAfterMs } = end
      return judgeFailure({ ...createFailure(reason, detail), status, retryAfterMs, atHost: host }, claim, trail)
    }
  }
}

function toFailure(claim: Claim, { host, lastRequested }: TripResult, result: FollowFailure): FailedOutcome {
  const { code, hops, message } = result
  const redirect = findLastRedirect(claim, result)
  const reason =
    redirect === undefined
      ? classifyNetError(code, hops.at(-1)?.to ?? claim.fetchUrl)
      : classifyRedirectError(code, redirect.to)
  const status =
    result.status ?? (REFUSED_CLASSES.has(FRONTIER_REASONS[reason].class) ? redirect?.status : null) ?? null
  return { ...createFailure(reason, message), status, finalUrl: hops.length === 0 ? null : lastRequested, atHost: host }
}

/** The classes of reasons for which the target of a redirect is refused without a request. Then the status is that of the redirect. */
const REFUSED_CLASSES: ReadonlySet<ReasonClass> = new Set<ReasonClass>(['url', 'robots', 'redirect'])

/** The last redirect of the URL itself: those that led to it belong to another page. */
function findLastRedirect({ trail, fetchUrl }: Claim, { hops }: FollowFailure): Hop | undefined {
  const before = trail === null || trail.from === fetchUrl ? 0 : trail.hops.length
  return hops.slice(before).at(-1)
}

/** A response that is not a page. */
export function judgeErrorStatus(
  claim: Claim,
  journey: TripResult,
  { status, headers, hops, url }: Followed,
  { followRedirects, now }: { readonly followRedirects: boolean; readonly now: number },
): TripJudgement {
  const seconds = parseRetryAfter(headers['retry-after'], now)
  const reason = findRedirectReason(status, followRedirects) ?? classifyStatus(status, seconds !== null)
  const fault: FailedOutcome = {
    ...createFailure(reason, listHeaderValues(headers, 'location')[0] ?? null),
    status,
    retryAfterMs: seconds === null ? null : seconds * 1000,
    atHost: journey.host,
    ...(hops.length === 0 ? {} : { finalUrl: url }),
  }
  return judgeFailure(fault, claim, extendTrail(claim, journey))
}

/** A redirect that was not followed, or has no valid target. */
function findRedirectReason(status: number, followRedirects: boolean): FrontierReason | null {
  if (!followRedirects && status >= 300 && status < 400) return 'redirect_not_followed'
  return isRedirect(status) ? 'redirect_bad_location' : null
}

/** If another host is down or rate-limiting, the URL itself has not failed: its target is queued and waits for that host. */
function judgeFailure(fault: FailedOutcome, { host }: Claim, trail: Trail | undefined): TripJudgement {
  const isWaitedFor = getAction(fault.reason) === 'host' || getAction(fault.reason) === 'rate'
  const isElsewhere = trail !== undefined && fault.atHost !== host
  return { outcome: isWaitedFor && isElsewhere ? createRedirected(trail) : fault, blame: fault }
}

/** The last target is queued separately, unless it is a login, which says nothing about the URL. */
function createRedirected(trail: Trail): ClaimOutcome {
  const { to = trail.from, status = 0 } = trail.hops.at(-1) ?? {}
  if (endsAtLogin(trail.from, to, () => false))
    return { ...createFailure('redirect_to_login', null), status, finalUrl: to }
  return { kind: 'redirected', to, status, trail }
}

function extendTrail({ trail, fetchUrl }: Claim, { result: { hops } }: TripResult): Trail | undefined {
  return hops.length === 0 ? undefined : { from: trail?.from ?? fetchUrl, hops }
}

export const createFailure = (reason: FrontierReason, detail: string | null): FailedOutcome => ({
  kind: 'failed',
  reason,
  detail,
})
