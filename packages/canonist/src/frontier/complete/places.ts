import { isPermanentRedirect } from '../../net/redirect-status.ts'
import { linkUrl, makePage, type PageWriter } from '../../registry/page-writer.ts'
import { latin1 } from '../../registry/locate.ts'
import type { Transaction } from '../../store/database.ts'
import type { Outcome } from '../outcome.ts'
import type { Settings } from '../settings.ts'
import type { Arrival } from './arrival.ts'
import { awaitedHost, type AwaitedHost } from './awaited-host.ts'
import type { LeasedUrl } from './leased-url.ts'
import { mergePage, renamePage, respell } from './move-page.ts'
import { Owners } from './owners.ts'

/** Where a URL is after a result. */
export interface Place {
  readonly hostId: number
  readonly url: string
  readonly fetchUrl: string
  readonly isRenamed: boolean
  /** The page that stands for it from now on. */
  readonly winner: number | null
  /** What it leads to was found to lead here. */
  readonly isLoop: boolean
  /** It should have moved, but nothing can while all keys are being moved. */
  readonly isHeldBack: boolean
  /** It leads there for now only, so that it stays a page of its own; and that host was not free. */
  readonly awaits: AwaitedHost | null
}

export interface PlacesOptions {
  readonly transaction: Transaction
  /** The policy that URLs move under; null where none can. */
  readonly policyId: number | null
  /** Of all URLs that anything of the batch leads to. */
  readonly keys: readonly string[]
  readonly now: number
  readonly settings: Settings
}

/** Moves URLs to where their redirects ended, one after the other. */
export class Places {
  readonly #writer: PageWriter | null
  readonly #owners: Owners
  readonly #settings: Settings
  readonly #transaction: Transaction

  static async of({ transaction, policyId, keys, now, settings }: PlacesOptions): Promise<Places> {
    if (policyId === null) return new Places(transaction, null, new Owners(), settings)
    const owners = await Owners.of(transaction, policyId, keys)
    return new Places(transaction, { transaction, policyId, time: now }, owners, settings)
  }

  private constructor(transaction: Transaction, writer: PageWriter | null, owners: Owners, settings: Settings) {
    this.#transaction = transaction
    this.#writer = writer
    this.#owners = owners
    this.#settings = settings
  }

  async move(url: LeasedUrl, outcome: Outcome, arrival: Arrival | null): Promise<Place> {
    const stays = stayOf(url)
    if (outcome.kind === 'failed' || outcome.kind === 'returned') return stays
    if (url.mergedInto !== null) return { ...stays, winner: url.mergedInto }
    if (arrival === null) return stays
    if (!this.#mayMove(outcome)) return { ...stays, awaits: await this.#awaited(outcome, arrival) }
    if (this.#writer === null) return { ...stays, isHeldBack: true }
    if (isSamePage(url, arrival, this.#writer)) return this.#respell(this.#writer, url, arrival)
    if (outcome.kind === 'redirected' && this.#leadsBack(url, arrival)) return { ...stays, isLoop: true }
    const winner = this.#winnerFor(url, arrival) ?? (await this.#target(this.#writer, url, outcome, arrival))
    if (winner === url.id) return this.#rename(this.#writer, url, arrival)
    await mergePage(this.#writer, url, winner)
    this.#owners.join(url.id, winner)
    return { ...stays, winner }
  }

  #mayMove(outcome: Outcome): boolean {
    return this.#settings.renameOn === 'any' || isPermanent(outcome)
  }

  async #awaited({ kind }: Outcome, { fetchUrl }: Arrival): Promise<AwaitedHost | null> {
    return kind === 'redirected' ? awaitedHost(this.#transaction, fetchUrl) : null
  }

  /** Another page has that URL, and leads here: neither of the two was seen to be a page. */
  #leadsBack({ id }: LeasedUrl, { key }: Arrival): boolean {
    const owner = this.#owners.get(key)
    return owner !== undefined && owner.id !== id && owner.root === id
  }

  /** The page that has the final URL, which may be the URL's own; null where nobody has it. */
  #winnerFor(url: LeasedUrl, { key }: Arrival): number | null {
    const owner = this.#owners.get(key)
    if (owner === undefined) return null
    // One that was merged into this page turns out to be the better one.
    return owner.root === url.id ? owner.id : owner.root
  }

  /** What was fetched moves there itself; what is only on the way there needs a page that can be fetched. */
  async #target(writer: PageWriter, url: LeasedUrl, { kind }: Outcome, arrival: Arrival): Promise<number> {
    if (kind !== 'redirected') return url.id
    const { canonicalUrl, fetchUrl, key } = arrival
    const { id } = await makePage(writer, canonicalUrl, { rawUrl: fetchUrl })
    await linkUrl(writer, { id, key }, { rawUrl: fetchUrl, evidence: 'rule', key })
    this.#owners.set(key, { id, root: id })
    return id
  }

  async #rename(writer: PageWriter, url: LeasedUrl, arrival: Arrival): Promise<Place> {
    const hostId = await renamePage(writer, url, arrival)
    for (const key of [arrival.key, latin1(url.key)]) this.#owners.set(key, { id: url.id, root: url.id })
    const { canonicalUrl, fetchUrl } = arrival
    return { ...stayOf(url), hostId, url: canonicalUrl, fetchUrl, isRenamed: true }
  }

  async #respell(writer: PageWriter, url: LeasedUrl, arrival: Arrival): Promise<Place> {
    if (arrival.fetchUrl === url.fetchUrl) return stayOf(url)
    const hostId = await respell(writer, url, arrival)
    return { ...stayOf(url), hostId, fetchUrl: arrival.fetchUrl }
  }
}

function stayOf({ hostId, canonicalUrl, fetchUrl }: LeasedUrl): Place {
  const place = { hostId, url: canonicalUrl, fetchUrl }
  return { ...place, isRenamed: false, winner: null, isLoop: false, isHeldBack: false, awaits: null }
}

/** Whether every redirect on the way was. */
function isPermanent(outcome: Outcome): boolean {
  if (outcome.kind === 'fetched') return outcome.isPermanent === true
  return outcome.kind === 'redirected' && (outcome.trail?.hops ?? [outcome]).every(isPermanentRedirect)
}

function isSamePage(url: LeasedUrl, { key }: Arrival, { policyId }: PageWriter): boolean {
  return url.policyId === policyId && latin1(url.key) === key
}
