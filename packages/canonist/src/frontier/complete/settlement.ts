import { Buffer } from 'node:buffer'
import type { Transaction } from '../../store/database.ts'
import { linkUrl, makePage, type PageWriter } from '../../registry/page-writer.ts'
import type { Completed, Outcome } from '../outcome.ts'
import type { Settings } from '../settings.ts'
import type { CountChanges } from '../sql/counts.ts'
import type { LogEntry } from '../sql/log.ts'
import { scheduleAnew } from '../sql/schedule-anew.ts'
import { wakeHosts } from '../sql/wake-hosts.ts'
import type { Arrival } from './arrival.ts'
import type { ReadCompletion } from './complete.ts'
import { creditWinner } from './credit-winner.ts'
import { giveBack, isUnsolicited, judgeFailed, judgeFetched, signalOf, type Verdict } from './judge.ts'
import type { LeasedUrl } from './leased-url.ts'
import { mergePage, renamePage, respell } from './move-page.ts'
import { Owners } from './owners.ts'
import type { HostNews } from './settle-hosts.ts'
import type { Settled } from './write-urls.ts'

export interface Ground {
  readonly transaction: Transaction
  readonly now: number
  readonly settings: Settings
  readonly counts: CountChanges
  readonly news: HostNews
}

/** Where the URL is after a result. */
interface Place {
  readonly hostId: number
  readonly url: string
  readonly fetchUrl: string
  readonly isRenamed: boolean
  readonly winner: number | null
}

/** What becomes of the URLs of one batch, one after the other. */
export class Settlement {
  readonly settled: Settled[] = []
  readonly log: LogEntry[] = []
  readonly #ground: Ground
  #policyId: number | null = null
  #owners = new Owners()

  constructor(ground: Ground) {
    this.#ground = ground
  }

  async prepare(policyId: number | null, keys: readonly string[]): Promise<void> {
    this.#policyId = policyId
    if (policyId !== null) this.#owners = await Owners.of(this.#ground.transaction, policyId, keys)
  }

  async settle(url: LeasedUrl, { outcome, arrival }: ReadCompletion): Promise<Completed> {
    const place = await this.#place(url, outcome, arrival)
    const verdict = this.#judge(url, outcome, place)
    const { news, counts } = this.#ground
    const finalUrl = finalUrlOf(outcome, arrival)
    const keepsValidators = finalUrl === null || finalUrl === place.fetchUrl
    this.settled.push({ url, verdict, hostId: place.hostId, finalUrl, keepsValidators })
    this.#note(url, verdict, place)
    counts.move({ state: 'leased', reason: url.reason }, verdict)
    news.hear(url.hostId, signalOf(url, outcome))
    news.end(url.hostId, url.token)
    if (place.hostId !== url.hostId) news.look(place.hostId)
    if (place.winner !== null) await this.#hand(place.winner, url, outcome, finalUrl)
    const { state, reason, dueAt } = verdict
    return {
      ok: true,
      id: url.id,
      state,
      reason,
      url: place.url,
      isRenamed: place.isRenamed,
      winner: place.winner,
      dueAt,
    }
  }

  /** Hosts of URLs that moved there may have no clocks yet. */
  async afterwards(): Promise<void> {
    const { transaction, now } = this.#ground
    const moved = this.settled.filter(({ url, hostId }) => hostId !== url.hostId).map(({ hostId }) => hostId)
    await wakeHosts(transaction, moved, now)
  }

  async #place(url: LeasedUrl, outcome: Outcome, arrival: Arrival | null): Promise<Place> {
    const stays = { hostId: url.hostId, url: url.canonicalUrl, fetchUrl: url.fetchUrl, isRenamed: false, winner: null }
    if (url.mergedInto !== null) return { ...stays, winner: url.mergedInto }
    if (arrival === null || this.#policyId === null || !this.#mayMove(outcome)) return stays
    const { transaction, now } = this.#ground
    const writer: PageWriter = { transaction, policyId: this.#policyId, time: now }
    const { fetchUrl } = arrival
    if (
      url.policyId === this.#policyId &&
      Buffer.from(url.key).toString('latin1') === arrival.key.slice(0, url.key.length)
    ) {
      if (fetchUrl === url.fetchUrl) return stays
      return { ...stays, fetchUrl, hostId: await respell(writer, url, arrival) }
    }
    const winner = this.#winnerFor(url, arrival)
    if (winner === 'itself') return { ...stays, fetchUrl, ...(await this.#rename(writer, url, arrival)) }
    const page = winner ?? (outcome.kind === 'redirected' ? await this.#make(writer, arrival) : null)
    if (page === null) return { ...stays, fetchUrl, ...(await this.#rename(writer, url, arrival)) }
    await mergePage(writer, url, page)
    this.#owners.join(url.id, page)
    return { ...stays, winner: page }
  }

  #mayMove(outcome: Outcome): boolean {
    return outcome.kind !== 'fetched' || this.#ground.settings.renameOn === 'any' || outcome.isPermanent === true
  }

  /** The page that has the final URL; `itself` where the URL led here before; null where nobody has it. */
  #winnerFor(url: LeasedUrl, { key }: Arrival): number | 'itself' | null {
    const owner = this.#owners.get(key)
    if (owner === undefined) return null
    if (owner.root !== url.id) return owner.root
    // One that was merged into this page turns out to be the better one.
    return owner.id === url.id ? 'itself' : owner.id
  }

  async #rename(
    writer: PageWriter,
    url: LeasedUrl,
    arrival: Arrival,
  ): Promise<Pick<Place, 'hostId' | 'url' | 'isRenamed'>> {
    const hostId = await renamePage(writer, url, arrival)
    this.#owners.set(arrival.key, { id: url.id, root: url.id })
    this.#owners.set(Buffer.from(url.key).toString('latin1'), { id: url.id, root: url.id })
    return { hostId, url: arrival.canonicalUrl, isRenamed: true }
  }

  async #make(writer: PageWriter, { canonicalUrl, fetchUrl, key }: Arrival): Promise<number> {
    const { id } = await makePage(writer, canonicalUrl, { rawUrl: fetchUrl })
    await linkUrl(writer, { id, key }, { rawUrl: fetchUrl, evidence: 'rule', key })
    this.#owners.set(key, { id, root: id })
    return id
  }

  #judge(url: LeasedUrl, outcome: Outcome, { winner, isRenamed, fetchUrl }: Place): Verdict {
    const { settings, now } = this.#ground
    if (outcome.kind === 'returned') return giveBack(url)
    if (outcome.kind === 'failed') return judgeFailed(url, outcome, settings, now)
    if (winner !== null) return besides(url, outcome, settings, now)
    if (outcome.kind === 'redirected') {
      const isElsewhere = isRenamed || fetchUrl !== url.fetchUrl
      return isElsewhere
        ? { ...giveBack(url), state: 'pending', reason: null, dueAt: now }
        : sentNowhere(url, settings, now)
    }
    return isUnsolicited(url, outcome) ? unsolicited(url, settings, now) : judgeFetched(url, outcome, settings, now)
  }

  #note(url: LeasedUrl, verdict: Verdict, place: Place): void {
    const { id } = url
    const { reason, status, detail } = verdict
    if (place.isRenamed) this.log.push({ id, event: 'renamed', status, detail: `${url.canonicalUrl} to ${place.url}` })
    if (place.winner !== null) {
      this.log.push({
        id,
        event: reason === 'redirected' ? 'redirected' : 'merged',
        status,
        detail: `into page ${place.winner}`,
      })
    }
    if (verdict.state === 'retry' || verdict.state === 'dead' || verdict.state === 'excluded')
      this.log.push({ id, event: verdict.state, reason, status, detail })
  }

  /** What was fetched counts for the page that has the URL; what is only on the way there is queued. */
  async #hand(winner: number, url: LeasedUrl, outcome: Outcome, finalUrl: string | null): Promise<void> {
    const { transaction, now, counts, settings } = this.#ground
    await scheduleAnew(transaction, [winner], now, counts, url.depth)
    if (outcome.kind !== 'fetched' || finalUrl === null || isUnsolicited(url, outcome)) return
    const { visit, status } = judgeFetched({ ...url, fetches: 0, contentHash: null }, outcome, settings, now)
    if (visit !== null) await creditWinner(transaction, winner, { visit, status: status ?? 0, finalUrl }, this.#ground)
  }
}

/** The loser of a conflict: fetched, and not to be fetched again. */
function besides(url: LeasedUrl, outcome: Outcome, settings: Settings, now: number): Verdict {
  const reason = outcome.kind === 'redirected' ? 'redirected' : 'merged'
  const visit = outcome.kind === 'fetched' ? judgeFetched(url, outcome, settings, now).visit : null
  const status = 'status' in outcome ? (outcome.status ?? null) : null
  return { state: 'fetched', reason, detail: null, status, attempts: 0, dueAt: null, visit }
}

function sentNowhere(url: LeasedUrl, settings: Settings, now: number): Verdict {
  return judgeFailed(url, { reason: 'redirect_loop', detail: 'it redirects to itself' }, settings, now)
}

function unsolicited(url: LeasedUrl, settings: Settings, now: number): Verdict {
  const detail = 'a 304 to a request that was not conditional'
  return judgeFailed(url, { reason: 'unexpected_status', status: 304, detail }, settings, now)
}

function finalUrlOf(outcome: Outcome, arrival: Arrival | null): string | null {
  if (arrival !== null) return arrival.fetchUrl
  return outcome.kind === 'failed' ? (outcome.finalUrl ?? null) : null
}
