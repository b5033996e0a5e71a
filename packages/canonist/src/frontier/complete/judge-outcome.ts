import { backoffMs } from '../../hosts/pace.ts'
import type { Outcome } from '../outcome.ts'
import { SECOND } from '../../hosts/settings.ts'
import type { Settings } from '../settings.ts'
import type { AwaitedHost } from './awaited-host.ts'
import { giveBack, isUnsolicited, judgeFailed, judgeFetched, type Verdict } from './judge.ts'
import type { LeasedUrl } from './leased-url.ts'
import type { Place } from './places.ts'

/** What becomes of a URL by an outcome, where it is now. */
export function judgeOutcome(url: LeasedUrl, outcome: Outcome, place: Place, settings: Settings, now: number): Verdict {
  if (outcome.kind === 'returned') return giveBack(url)
  if (outcome.kind === 'failed') return judgeFailed(url, outcome, settings, now)
  if (place.winner !== null) return besides(url, outcome, settings, now)
  if (outcome.kind === 'redirected') return onTheWay(url, place, settings, now)
  return isUnsolicited(url, outcome) ? unsolicited(url, settings, now) : judgeFetched(url, outcome, settings, now)
}

/** The loser of a conflict: fetched, and not to be fetched again. */
function besides(
  url: LeasedUrl,
  outcome: Extract<Outcome, { kind: 'fetched' | 'redirected' }>,
  settings: Settings,
  now: number,
): Verdict {
  const reason = outcome.kind === 'redirected' ? 'redirected' : 'merged'
  const visit = outcome.kind === 'fetched' ? judgeFetched(url, outcome, settings, now).visit : null
  return { state: 'fetched', reason, detail: null, status: outcome.status, attempts: 0, dueAt: null, visit }
}

/** The page itself is to be asked elsewhere next time, or later, or it leads nowhere but to itself. */
function onTheWay(
  url: LeasedUrl,
  { isRenamed, isHeldBack, isLoop, fetchUrl, awaits }: Place,
  settings: Settings,
  now: number,
): Verdict {
  const again = {
    ...giveBack(url),
    isReturned: false,
    state: 'pending',
    reason: null,
    detail: null,
    status: null,
  } as const
  if (awaits !== null) return withHost(url, again, awaits, settings, now)
  if (isHeldBack) return { ...again, dueAt: now + backoffMs(0, settings) }
  if (isRenamed || fetchUrl !== url.fetchUrl) return { ...again, dueAt: now }
  const detail = isLoop ? 'it redirects to what leads here' : 'it redirects to itself'
  return judgeFailed(url, { reason: 'redirect_loop', detail }, settings, now)
}

function unsolicited(url: LeasedUrl, settings: Settings, now: number): Verdict {
  const detail = 'a 304 to a request that was not conditional'
  return judgeFailed(url, { reason: 'unexpected_status', status: 304, detail }, settings, now)
}

/** Goes on when the host may be asked; where nobody waits for that host, it is as if the page itself had failed. */
function withHost(
  url: LeasedUrl,
  again: Verdict,
  { host, allowedAt, downBy }: AwaitedHost,
  settings: Settings,
  now: number,
): Verdict {
  if (downBy === null) return { ...again, dueAt: Math.max(now + SECOND, allowedAt) }
  const detail = `it redirects to ${host}, which is down`
  return judgeFailed(url, { reason: downBy, detail, atHost: host }, settings, now)
}
