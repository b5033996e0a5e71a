import type { Trail } from '../../resolve/follow.ts'
import type { Transaction } from '../../store/database.ts'
import type { Completed, Outcome } from '../outcome.ts'
import { actionOf } from '../reasons.ts'
import type { Settings } from '../settings.ts'
import type { CountChanges } from '../sql/counts.ts'
import type { LogEntry } from '../sql/log.ts'
import { scheduleAnew } from '../sql/schedule-anew.ts'
import { wakeHosts } from '../../hosts/sql/wake-hosts.ts'
import type { Arrival } from './arrival.ts'
import { creditWinner } from './credit-winner.ts'
import { judgeOutcome } from './judge-outcome.ts'
import { isUnsolicited, judgeFetched, signalOf, type Verdict } from './judge.ts'
import type { LeasedUrl } from './leased-url.ts'
import type { Place, Places } from './places.ts'
import type { HostUpdates } from '../../hosts/host-updates.ts'
import { endsTheWay, shareFate } from './share-fate.ts'
import type { Settled } from './write-urls.ts'

export interface Ground {
  readonly transaction: Transaction
  readonly now: number
  readonly settings: Settings
  readonly counts: CountChanges
  readonly updates: HostUpdates
  readonly places: Places
}

/** What becomes of the URLs of one batch, one after the other. */
export class Settlement {
  readonly settled: Settled[] = []
  readonly log: LogEntry[] = []
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  async settle(url: LeasedUrl, outcome: Outcome, arrival: Arrival | null): Promise<Completed> {
    const { places, settings, now } = this.#ground
    const place = await places.move(url, outcome, arrival)
    const verdict = judgeOutcome(url, outcome, place, settings, now)
    const finalUrl = finalUrlOf(url, outcome, arrival)
    const keepsValidators = finalUrl === null || finalUrl === place.fetchUrl
    const trail = trailOf(url, outcome, verdict)
    this.settled.push({ url, verdict, hostId: place.hostId, finalUrl, trail, keepsValidators })
    this.log.push(...entriesOf(url, verdict, place))
    this.#tell(url, outcome, verdict, place)
    if (place.winner !== null) await this.#hand(place.winner, url, outcome, finalUrl)
    const { state, reason, attempts, dueAt } = verdict
    const { isRenamed, winner } = place
    return { ok: true, id: url.id, state, reason, url: place.url, isRenamed, winner, attempts, dueAt }
  }

  /** The URLs that were lost with a worker before, and have had a result now. */
  cleared(): number[] {
    const cleared = this.settled.filter(({ url, verdict }) => url.claims > 1 && verdict.isReturned !== true)
    return cleared.map(({ url }) => url.id)
  }

  /** When the URLs are written: what others share with them, and clocks for hosts that URLs moved to. */
  async afterwards(): Promise<void> {
    const { transaction, now, counts } = this.#ground
    for (const ended of this.settled.filter(endsTheWay)) await shareFate(transaction, ended, now, counts)
    const moved = this.settled.filter(({ url, hostId }) => hostId !== url.hostId).map(({ hostId }) => hostId)
    await wakeHosts(transaction, moved, now)
  }

  #tell(url: LeasedUrl, outcome: Outcome, verdict: Verdict, { hostId }: Place): void {
    const { updates, counts } = this.#ground
    counts.move({ state: 'leased', reason: url.reason }, verdict)
    updates.addSignal(url.hostId, signalOf(url, outcome))
    updates.endLease(url.hostId, url.token)
    if (hostId !== url.hostId) updates.recheck(hostId)
    else if (!(verdict.isReturned === true && url.isSuspect === 1)) updates.setDue(hostId, url.priority, verdict.dueAt)
  }

  /** What was fetched counts for the page that has the URL; what is only on the way there is queued. */
  async #hand(winner: number, url: LeasedUrl, outcome: Outcome, finalUrl: string | null): Promise<void> {
    const { transaction, now, counts, settings, updates } = this.#ground
    updates.recheckAll()
    const trail = outcome.kind === 'redirected' ? jsonOfTrail(outcome.trail) : null
    await scheduleAnew(transaction, [winner], now, counts, { depth: url.depth, trail })
    if (outcome.kind !== 'fetched' || finalUrl === null || isUnsolicited(url, outcome)) return
    const { visit, status } = judgeFetched({ ...url, fetches: 0, contentHash: null }, outcome, settings, now)
    if (visit !== null) await creditWinner(transaction, winner, { visit, status: status ?? 0, finalUrl }, this.#ground)
  }
}

function entriesOf({ id, canonicalUrl }: LeasedUrl, verdict: Verdict, { isRenamed, url, winner }: Place): LogEntry[] {
  const { state, reason, status, detail } = verdict
  const entries: LogEntry[] = []
  if (isRenamed) entries.push({ id, event: 'renamed', status, detail: `${canonicalUrl} to ${url}` })
  if (winner !== null) {
    const event = reason === 'redirected' ? 'redirected' : 'merged'
    entries.push({ id, event, status, detail: `into page ${winner}` })
  }
  if (state === 'retry' || state === 'dead' || state === 'excluded')
    entries.push({ id, event: state, reason, status, detail })
  return entries
}

/**
 * Who was called off goes on where they were. Who failed begins anew; but what somebody was led to stays where it is on their
 * way, or else it would never be too far.
 */
function trailOf(url: LeasedUrl, outcome: Outcome, { state }: Verdict): string | null {
  if (outcome.kind === 'returned') return jsonOfTrail(outcome.trail) ?? url.trail
  if (outcome.kind === 'redirected') return state === 'pending' ? jsonOfTrail(outcome.trail) : null
  return outcome.kind === 'failed' && isLedTo(url) ? url.trail : null
}

const isLedTo = ({ trail, fetchUrl }: LeasedUrl): boolean =>
  trail !== null && (JSON.parse(trail) as Trail).hops.at(-1)?.to === fetchUrl

const jsonOfTrail = (trail: Trail | undefined): string | null => (trail === undefined ? null : JSON.stringify(trail))

function finalUrlOf(url: LeasedUrl, outcome: Outcome, arrival: Arrival | null): string | null {
  if (arrival !== null) return arrival.fetchUrl
  if (outcome.kind === 'failed' && actionOf(outcome.reason) !== 'return') return outcome.finalUrl ?? null
  // What was only given back is as it was.
  return outcome.kind === 'fetched' ? null : url.finalUrl
}
