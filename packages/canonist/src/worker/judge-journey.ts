// What a trip that gave no page means for the URL and for the host at its end. Pure: nothing is fetched or written here.

import type { Claim } from '../frontier/claim/claim.ts'
import type { ClaimOutcome } from '../frontier/complete/completion.ts'
import {
  getAction,
  FRONTIER_REASONS,
  classifyNetError,
  classifyStatus,
  type FrontierReason,
} from '../frontier/reasons.ts'
import { listHeaderValues } from '../net/transport/header-map.ts'
import { isRedirect } from '../net/redirect-status.ts'
import { parseRetryAfter } from '../net/politeness/retry-after.ts'
import type { FollowFailure, Followed, Trail } from '../resolve/follow.ts'
import type { Journey, TripEnd } from './trip.ts'

export type FailedOutcome = Extract<ClaimOutcome, { kind: 'failed' }>

export interface TripJudgement {
  readonly outcome: ClaimOutcome
  /** What is to be said of the host where the journey ended; null where nothing is. */
  readonly blame: FailedOutcome | null
}

/** A journey that was ended by us, or gave no answer. */
export function judgeUnanswered(claim: Claim, journey: Journey, result: FollowFailure): TripJudgement {
  const trail = extendTrail(claim, journey)
  if (journey.end !== null) return judgeEnd(claim, journey, journey.end, trail)
  if (result.code === 'aborted') return { outcome: { kind: 'returned' }, blame: null }
  return blaming(toFailure(claim, journey, result), claim, trail)
}

/** What we ended ourselves. */
function judgeEnd(claim: Claim, { place, lastAsked }: Journey, end: TripEnd, trail: Trail | undefined): TripJudgement {
  switch (end.kind) {
    case 'later':
      return { outcome: { kind: 'returned', trail }, blame: null }
    case 'busy':
      return { outcome: trail === undefined ? { kind: 'returned' } : goingOnBy(trail), blame: null }
    case 'out-of-scope': {
      const status = trail?.hops.at(-1)?.status ?? null
      return { outcome: { ...failed('redirect_out_of_scope', end.to), status, finalUrl: lastAsked }, blame: null }
    }
    default: {
      const { reason, detail, status, retryAfterMs } = end
      return blaming({ ...failed(reason, detail), status, retryAfterMs, atHost: place }, claim, trail)
    }
  }
}

function toFailure(claim: Claim, { place, lastAsked }: Journey, result: FollowFailure): FailedOutcome {
  const { fetchUrl } = claim
  const { code, hops, message } = result
  const reason = classifyNetError(code, hops.at(-1)?.to ?? fetchUrl)
  const finalUrl = hops.length === 0 ? null : lastAsked
  return { ...failed(reason, message), status: findStatus(claim, reason, result), finalUrl, atHost: place }
}

/** Of a redirect that was not followed because of where it leads, its own; who gave no answer has none. */
function findStatus(
  { trail, fetchUrl }: Claim,
  reason: FrontierReason,
  { status, hops }: FollowFailure,
): number | null {
  const isOurs = FRONTIER_REASONS[reason].class === 'url' || FRONTIER_REASONS[reason].class === 'robots'
  // Those that led here were answered for another page.
  const before = trail === null || trail.from === fetchUrl ? 0 : trail.hops.length
  return status ?? (isOurs ? (hops.slice(before).at(-1)?.status ?? null) : null)
}

/** An answer that is no page. */
export function judgeRefusal(
  claim: Claim,
  journey: Journey,
  { status, headers, hops, url }: Followed,
  { followRedirects, now }: { readonly followRedirects: boolean; readonly now: number },
): TripJudgement {
  const seconds = parseRetryAfter(headers['retry-after'], now)
  const reason = redirectReason(status, followRedirects) ?? classifyStatus(status, seconds !== null)
  const fault: FailedOutcome = {
    ...failed(reason, listHeaderValues(headers, 'location')[0] ?? null),
    status,
    retryAfterMs: seconds === null ? null : seconds * 1000,
    atHost: journey.place,
    ...(hops.length === 0 ? {} : { finalUrl: url }),
  }
  return blaming(fault, claim, extendTrail(claim, journey))
}

/** A redirect that was not followed, or names no place. */
function redirectReason(status: number, followRedirects: boolean): FrontierReason | null {
  if (!followRedirects && status >= 300 && status < 400) return 'redirect_not_followed'
  return isRedirect(status) ? 'redirect_bad_location' : null
}

/** Where another host is down, or wants quiet, the URL is not to blame: what it leads to waits with that host. */
function blaming(fault: FailedOutcome, { host }: Claim, trail: Trail | undefined): TripJudgement {
  const isWaitedFor = getAction(fault.reason) === 'host' || getAction(fault.reason) === 'rate'
  const isElsewhere = trail !== undefined && fault.atHost !== host
  return { outcome: isWaitedFor && isElsewhere ? goingOnBy(trail) : fault, blame: fault }
}

/** What lies at the end is queued by itself. */
function goingOnBy(trail: Trail): ClaimOutcome {
  const { to = trail.from, status = 0 } = trail.hops.at(-1) ?? {}
  return { kind: 'redirected', to, status, trail }
}

function extendTrail({ trail, fetchUrl }: Claim, { result: { hops } }: Journey): Trail | undefined {
  return hops.length === 0 ? undefined : { from: trail?.from ?? fetchUrl, hops }
}

export const failed = (reason: FrontierReason, detail: string | null): FailedOutcome => ({
  kind: 'failed',
  reason,
  detail,
})
