// Where a URL belongs after its redirects: it stays, changes its spelling, moves to a new URL, or is merged into the page of that URL.

import { describeEntry } from '@canonist/core/internal/text/coded-error'
import { FRONTIER_ERRORS } from '../errors.ts'
import { classify, type Policy } from '@canonist/core'
import { dropsCredential } from '@canonist/core/internal/credentials/credentials'
import { parseHost, splitFragment, toRawUrl } from '@canonist/registry/internal/registry/spelling'
import { toCanonicalUrl } from '@canonist/registry/internal/registry/canonical-url'
import { hashKey, toKeyBytes, toKeyText } from '@canonist/registry/internal/registry/keys'
import type { InvalidFinalUrl, ClaimOutcome } from './completion.ts'
import type { Transaction } from '@canonist/registry/internal/store/database'
import type { FrontierReason } from '../reasons.ts'
import { linkUrl, writePage, type PageWriter } from '@canonist/registry/internal/registry/page-writer'
import { proveAliases, swapKeys } from '@canonist/registry/internal/registry/sql/aliases-write.sql'
import {
  mergePage as mergeRows,
  renamePage as renameRow,
  setFetchUrl,
} from '@canonist/registry/internal/registry/sql/pages-write.sql'
import { getHostIds } from '@canonist/registry/internal/registry/sql/hosts.sql'
import { findKeyOwners, type KeyOwner } from '../sql/pages.sql.ts'
import { findHostAvailability } from '../sql/clocks.sql.ts'
import type { LeasedUrl } from '../sql/leases.sql.ts'
import { RegistryError } from '@canonist/registry/internal/registry/errors'
import type { FrontierContext } from '../context.ts'
import { isPermanentRedirect } from '@canonist/web/internal/net/redirect-status'
import type { FrontierSettings } from '../frontier-settings.ts'
import type { CanonicalUrl, FetchUrl, KeyText } from '@canonist/core/internal/text/stages'

/** The URL that redirects ended at or lead to. */
export interface Destination {
  /** As requested, without a fragment. */
  readonly fetchUrl: FetchUrl
  readonly canonicalUrl: CanonicalUrl
  readonly key: KeyText
}

/** The URL that an outcome leads to; null if the URL stays where it is. */
export function findTargetUrl(outcome: ClaimOutcome): string | null {
  if (outcome.kind === 'redirected') return outcome.to
  return outcome.kind === 'fetched' ? (outcome.finalUrl ?? null) : null
}

export function toDestination(url: string, policy: Policy): Destination | null {
  const canonicalUrl = toCanonicalUrl(url, policy)
  if (canonicalUrl === null) return null
  return { fetchUrl: splitFragment(url).fetchUrl, canonicalUrl, key: hashKey(canonicalUrl) }
}

export function createInvalidFinalUrl(id: number, url: string): InvalidFinalUrl {
  const shown = JSON.stringify(url.slice(0, 200))
  return {
    ok: false,
    code: 'invalid_final_url',
    id,
    message: describeEntry(FRONTIER_ERRORS.invalid_final_url, `URL ${id}, ${shown}`),
  }
}

/** The host of a redirect target, which was not free. */
export interface AwaitedHost {
  readonly host: string
  /** The earliest time of the next request; in the past if another process holds the host right now. */
  readonly allowedAt: number
  /** Why it is down; null if it is up. */
  readonly downBy: FrontierReason | null
}

export async function readAwaitedHost(transaction: Transaction, url: FetchUrl): Promise<AwaitedHost> {
  const host = parseHost(url)
  const row = await findHostAvailability(transaction, host)
  return { host, allowedAt: row?.allowed_at ?? 0, downBy: row?.is_down === 1 ? row.reason : null }
}

/** The owners of keys, kept up to date while URLs move within one transaction. */
export class KeyOwners {
  readonly #owners: Map<KeyText, KeyOwner>

  constructor(owners = new Map<KeyText, KeyOwner>()) {
    this.#owners = owners
  }

  static async read(transaction: Transaction, policyId: number, keys: Iterable<KeyText>): Promise<KeyOwners> {
    return new KeyOwners(await findKeyOwners(transaction, policyId, keys))
  }

  get(key: KeyText): KeyOwner | undefined {
    return this.#owners.get(key)
  }

  set(key: KeyText, owner: KeyOwner): void {
    this.#owners.set(key, owner)
  }

  /** Records that `page`, and everything merged into it, was merged into `root`. */
  join(page: number, root: number): void {
    for (const [key, owner] of this.#owners) {
      if (owner.id === root) this.#owners.set(key, { id: root, root })
      else if (owner.root === page) this.#owners.set(key, { id: owner.id, root })
    }
  }
}

/**
 * Moves a page to the final URL: URL, key and host. Its old key keeps leading to it, so that the old URL still finds it. Returns the id
 * of the host that it is fetched from now on.
 */
export async function renamePage(writer: PageWriter, url: LeasedUrl, arrival: Destination): Promise<number> {
  const { transaction, policyId } = writer
  const { fetchUrl, canonicalUrl, key } = arrival
  const names = { canonical: parseHost(canonicalUrl), fetch: parseHost(fetchUrl) }
  const hostIds = await getHostIds(transaction, Object.values(names))
  const stored = toKeyBytes(key)
  const linkType = classify(canonicalUrl).linkType
  const page = { policyId, key: stored, canonicalUrl, fetchUrl, linkType }
  await renameRow(transaction, url.id, page, hostIds.get(names.canonical) ?? 0)
  await swapKeys(transaction, url.id, { oldKey: url.key, newKey: stored })
  await linkUrl(writer, { id: url.id, key }, { rawUrl: toRawUrl(fetchUrl), evidence: 'rule', key })
  return hostIds.get(names.fetch) ?? 0
}

/** Changes only the fetch URL: the final URL has the same key. Returns the id of the host that it is fetched from now on. */
export async function respellPage(
  { transaction }: PageWriter,
  { id }: LeasedUrl,
  { fetchUrl }: Destination,
): Promise<number> {
  await setFetchUrl(transaction, id, fetchUrl)
  const name = parseHost(fetchUrl)
  return (await getHostIds(transaction, [name])).get(name) ?? 0
}

/** Merges a page into the winner. It keeps its URL and leads to the winner in one step. */
export async function mergePage(
  { transaction }: PageWriter,
  { id }: Pick<LeasedUrl, 'id'>,
  winner: number,
  evidence: 'redirect' | 'content' = 'redirect',
): Promise<void> {
  await mergeRows(transaction, id, winner)
  await proveAliases(transaction, id, evidence)
}

/**
 * The policy that URLs move under; null while a rekey moves all keys. The fetch is recorded anyway, and the next visit moves the URL.
 */
export async function findMovingPolicy(
  { registry }: FrontierContext,
  transaction: Transaction,
  now: number,
): Promise<number | null> {
  try {
    return await registry.policies.lockForWriting(transaction, registry.policies.active, now)
  } catch (error) {
    const isMoving = error instanceof RegistryError && MOVING.has(error.code)
    if (isMoving) return null
    throw error
  }
}

const MOVING: ReadonlySet<string> = new Set(['registry/rekey-under-way', 'registry/policy-changed'])

/** Where a URL belongs after a result. */
export interface UrlPlace {
  readonly hostId: number
  readonly url: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly isRenamed: boolean
  /** The page that it was merged into. */
  readonly winner: number | null
  /** Whether its target was found to redirect back. */
  readonly isLoop: boolean
  /** Whether it should have moved but could not, because a rekey is moving all keys. */
  readonly isHeldBack: boolean
  /** The host of a redirect that was not free, if the URL stays a page of its own all the same. */
  readonly awaits: AwaitedHost | null
}

export interface UrlMoverOptions {
  readonly transaction: Transaction
  /** The policy that URLs move under; null if none can move. */
  readonly policyId: number | null
  /** The keys of all destinations of the batch. */
  readonly keys: readonly KeyText[]
  readonly now: number
  readonly settings: FrontierSettings
}

/**
 * Moves the URLs of one batch to the destination of their redirects, one at a time, inside the caller's transaction.
 *
 * Must never merge a page into one that is itself merged: every URL stays one step from its page.
 */
export class UrlMover {
  readonly #writer: PageWriter | null
  readonly #owners: KeyOwners
  readonly #settings: FrontierSettings
  readonly #transaction: Transaction

  static async create({ transaction, policyId, keys, now, settings }: UrlMoverOptions): Promise<UrlMover> {
    if (policyId === null) return new UrlMover(transaction, null, new KeyOwners(), settings)
    const owners = await KeyOwners.read(transaction, policyId, keys)
    return new UrlMover(transaction, { transaction, policyId, time: now }, owners, settings)
  }

  private constructor(
    transaction: Transaction,
    writer: PageWriter | null,
    owners: KeyOwners,
    settings: FrontierSettings,
  ) {
    this.#transaction = transaction
    this.#writer = writer
    this.#owners = owners
    this.#settings = settings
  }

  async move(url: LeasedUrl, outcome: ClaimOutcome, arrival: Destination | null): Promise<UrlPlace> {
    const stays = toPlace(url)
    if (outcome.kind === 'failed' || outcome.kind === 'returned') return stays
    if (url.mergedInto !== null) return { ...stays, winner: url.mergedInto }
    if (arrival === null) return stays
    if (!this.#mayMove(url, outcome, arrival)) return { ...stays, awaits: await this.#awaited(outcome, arrival) }
    if (this.#writer === null) return { ...stays, isHeldBack: true }
    if (isSamePage(url, arrival, this.#writer)) return this.#respell(this.#writer, url, arrival)
    if (outcome.kind === 'redirected' && this.#leadsBack(url, arrival)) return { ...stays, isLoop: true }
    const winner = this.#winnerFor(url, arrival) ?? (await this.#target(this.#writer, url, outcome, arrival))
    if (winner === url.id) return this.#rename(this.#writer, url, arrival)
    await mergePage(this.#writer, url, winner)
    this.#owners.join(url.id, winner)
    return { ...stays, winner }
  }

  /** A URL that grants access is not replaced by one without its credential, which may serve the public version. */
  #mayMove({ fetchUrl }: LeasedUrl, outcome: ClaimOutcome, arrival: Destination): boolean {
    if (this.#settings.renameOn !== 'any' && !isPermanent(outcome)) return false
    return !dropsCredential(fetchUrl, arrival.fetchUrl)
  }

  async #awaited({ kind }: ClaimOutcome, { fetchUrl }: Destination): Promise<AwaitedHost | null> {
    return kind === 'redirected' ? readAwaitedHost(this.#transaction, fetchUrl) : null
  }

  /** Whether another page has that URL and was merged into this one: a loop, in which no page was ever seen. */
  #leadsBack({ id }: LeasedUrl, { key }: Destination): boolean {
    const owner = this.#owners.get(key)
    return owner !== undefined && owner.id !== id && owner.root === id
  }

  /** The page that has the final URL, possibly this one; null if there is none. */
  #winnerFor(url: LeasedUrl, { key }: Destination): number | null {
    const owner = this.#owners.get(key)
    if (owner === undefined) return null
    // A page that was merged into this one turns out to be the real one.
    return owner.root === url.id ? owner.id : owner.root
  }

  /** A fetched URL becomes the page of its destination; a redirect that was not followed needs a new page that can be fetched. */
  async #target(writer: PageWriter, url: LeasedUrl, { kind }: ClaimOutcome, arrival: Destination): Promise<number> {
    if (kind !== 'redirected') return url.id
    const { canonicalUrl, fetchUrl, key } = arrival
    const { id } = await writePage(writer, canonicalUrl, { spelling: fetchUrl })
    await linkUrl(writer, { id, key }, { rawUrl: toRawUrl(fetchUrl), evidence: 'rule', key })
    this.#owners.set(key, { id, root: id })
    return id
  }

  async #rename(writer: PageWriter, url: LeasedUrl, arrival: Destination): Promise<UrlPlace> {
    const hostId = await renamePage(writer, url, arrival)
    for (const key of [arrival.key, toKeyText(url.key)]) this.#owners.set(key, { id: url.id, root: url.id })
    const { canonicalUrl, fetchUrl } = arrival
    return { ...toPlace(url), hostId, url: canonicalUrl, fetchUrl, isRenamed: true }
  }

  async #respell(writer: PageWriter, url: LeasedUrl, arrival: Destination): Promise<UrlPlace> {
    if (arrival.fetchUrl === url.fetchUrl) return toPlace(url)
    const hostId = await respellPage(writer, url, arrival)
    return { ...toPlace(url), hostId, fetchUrl: arrival.fetchUrl }
  }
}

function toPlace({ hostId, canonicalUrl, fetchUrl }: LeasedUrl): UrlPlace {
  const place = { hostId, url: canonicalUrl, fetchUrl }
  return { ...place, isRenamed: false, winner: null, isLoop: false, isHeldBack: false, awaits: null }
}

/** Whether every redirect was permanent. */
function isPermanent(outcome: ClaimOutcome): boolean {
  if (outcome.kind === 'fetched') return outcome.isPermanent === true
  return outcome.kind === 'redirected' && (outcome.trail?.hops ?? [outcome]).every(isPermanentRedirect)
}

function isSamePage(url: LeasedUrl, { key }: Destination, { policyId }: PageWriter): boolean {
  return url.policyId === policyId && toKeyText(url.key) === key
}
