import type { Transaction } from '@canonist/registry/internal/store/database'
import type { Completed, ClaimOutcome } from './completion.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import type { CountChanges } from '../sql/counts.sql.ts'
import type { HostUpdates } from '../../hosts/host-updates.ts'
import {
  isUnsolicited,
  judgeFetched,
  judgeOutcome,
  toHostSignal,
  type UrlVerdict,
  type FetchedVersion,
} from './judge-outcome.ts'
import { findMergedPages } from '../sql/pages.sql.ts'
import { findWinner, writeCredit, failRedirectingUrls, type JudgedUrl } from '../sql/results.sql.ts'
import { clearUrls } from '../sql/expiries.sql.ts'
import { sendChanges } from '@canonist/registry/internal/store/send-changes'
import { formatFingerprintChanges, splitPages } from '@canonist/registry/internal/registry/sql/pages-write.sql'
import { unproveAliases } from '@canonist/registry/internal/registry/sql/aliases-write.sql'
import { getAction, type FrontierReason } from '../reasons.ts'
import { lockFreeUrls, IS_REDIRECTED } from '../sql/urls.sql.ts'
import { type LogEntry, writeLog } from '../sql/log.sql.ts'
import type { Trail } from '@canonist/web/internal/resolve/follow'
import { queuePages } from '../sql/new-urls.sql.ts'
import { wakeHosts } from '../../hosts/sql/clocks.sql.ts'
import type { Destination, UrlPlace, UrlMover } from './url-mover.ts'
import type { LeasedUrl } from '../sql/leases.sql.ts'

export interface WinnerCredit {
  readonly version: FetchedVersion
  readonly status: number
  readonly finalUrl: string
}

/**
 * Records a fetch for the page that has the final URL: it was just fetched through another URL, even if it was dead. Skips a leased
 * page, whose own visit will report more.
 */
export async function creditWinner(
  transaction: Transaction,
  winner: number,
  { version, status, finalUrl }: WinnerCredit,
  at: {
    readonly now: number
    readonly settings: FrontierSettings
    readonly counts: CountChanges
    readonly updates: HostUpdates
  },
): Promise<void> {
  const row = await findWinner(transaction, winner)
  if (row === null || row.lease_token !== null) return
  const { etag, lastModified } = row.fetch_url === finalUrl ? version : { etag: null, lastModified: null }
  const intervalMs = row.interval_ms ?? at.settings.recrawl.firstMs
  await writeCredit(transaction, winner, { status, fetchedAt: at.now, intervalMs, etag, lastModified, finalUrl })
  clearUrls(transaction, [winner])
  at.counts.move(row, { state: 'fetched', reason: null })
  at.updates.recheck(row.host_id)
  const { contentHash, simhash } = version
  if (contentHash === null) return
  const rows = [{ id: winner, content_hash: contentHash, simhash }]
  sendChanges(transaction, formatFingerprintChanges(transaction.dialect, rows))
}

/** Failures of a whole redirect chain: every URL of the chain shares them. */
const CHAIN_FAILURES: ReadonlySet<FrontierReason | null> = new Set(['redirect_loop', 'too_many_redirects'])

/** Whether this URL is dead because its redirect chain never ends. */
export function endsInRedirects({ verdict: { state, reason } }: JudgedUrl): boolean {
  return state === 'dead' && CHAIN_FAILURES.has(reason)
}

/**
 * Fails the URLs that redirected to a URL whose redirects never end. They were marked `redirected`, but no page was found for them
 * either, so they are separated from it again.
 */
export async function failRedirecting(
  transaction: Transaction,
  { url, verdict: { reason, attempts } }: JudgedUrl,
  now: number,
  counts: CountChanges,
): Promise<void> {
  const urls = await lockFreeUrls(transaction, await findMergedPages(transaction, url.id), IS_REDIRECTED)
  if (urls.length === 0) return
  const detail = `it redirects to ${url.canonicalUrl}, whose redirects never end`
  const ids = urls.map(({ page_id }) => page_id)
  await failRedirectingUrls(transaction, ids, { reason, detail, attempts })
  await splitPages(transaction, ids)
  await unproveAliases(transaction, ids)
  for (const one of urls) counts.move(one, { state: 'dead', reason })
  writeLog(
    transaction,
    urls.map(({ page_id }) => ({ id: page_id, event: 'dead', reason, detail })),
    now,
  )
}

export interface ApplierDeps {
  readonly transaction: Transaction
  readonly now: number
  readonly settings: FrontierSettings
  readonly counts: CountChanges
  readonly updates: HostUpdates
  readonly places: UrlMover
}

/** Applies the results of one batch to the frontier, one URL at a time, inside the caller's transaction. */
export class ResultApplier {
  readonly judged: JudgedUrl[] = []
  readonly log: LogEntry[] = []
  readonly #deps: ApplierDeps

  constructor(deps: ApplierDeps) {
    this.#deps = deps
  }

  async apply(url: LeasedUrl, outcome: ClaimOutcome, arrival: Destination | null): Promise<Completed> {
    const { places, settings, now } = this.#deps
    const place = await places.move(url, outcome, arrival)
    const verdict = judgeOutcome(url, outcome, place, settings, now)
    const finalUrl = findFinalUrl(url, outcome, arrival)
    const keepsValidators = finalUrl === null || finalUrl === place.fetchUrl
    const trail = formatNextTrail(url, outcome, verdict)
    this.judged.push({ url, verdict, hostId: place.hostId, finalUrl, trail, keepsValidators })
    this.log.push(...listLogEntries(url, verdict, place))
    this.#recordChanges(url, outcome, verdict, place)
    if (place.winner !== null) await this.#passToWinner(place.winner, url, outcome, finalUrl)
    const { state, reason, attempts, dueAt } = verdict
    const { isRenamed, winner } = place
    return { ok: true, id: url.id, state, reason, url: place.url, isRenamed, winner, attempts, dueAt }
  }

  /** URLs that were lost with a worker before and have a result now. */
  listCleared(): number[] {
    const cleared = this.judged.filter(({ url, verdict }) => url.claims > 1 && verdict.isReturned !== true)
    return cleared.map(({ url }) => url.id)
  }

  /** Call after the URLs are written: fails the rest of dead redirect chains, and wakes hosts that URLs moved to. */
  async finish(): Promise<void> {
    const { transaction, now, counts } = this.#deps
    for (const ended of this.judged.filter(endsInRedirects)) await failRedirecting(transaction, ended, now, counts)
    const moved = this.judged.filter(({ url, hostId }) => hostId !== url.hostId).map(({ hostId }) => hostId)
    await wakeHosts(transaction, moved, now)
  }

  #recordChanges(url: LeasedUrl, outcome: ClaimOutcome, verdict: UrlVerdict, { hostId }: UrlPlace): void {
    const { updates, counts } = this.#deps
    counts.endLease(
      { host_id: url.hostId, state: url.state, reason: url.reason },
      { host_id: hostId, state: verdict.state, reason: verdict.reason },
    )
    updates.addSignal(url.hostId, toHostSignal(url, outcome))
    updates.endLease(url.hostId, url.token)
    if (hostId !== url.hostId) updates.recheck(hostId)
    else if (!(verdict.isReturned === true && url.isSuspect === 1)) updates.setDue(hostId, url.priority, verdict.dueAt)
  }

  /** A fetch counts for the page that has the final URL; a redirect that was not followed queues that page. */
  async #passToWinner(winner: number, url: LeasedUrl, outcome: ClaimOutcome, finalUrl: string | null): Promise<void> {
    const { transaction, now, counts, settings, updates } = this.#deps
    updates.recheckAll()
    const trail = outcome.kind === 'redirected' ? formatTrail(outcome.trail) : null
    await queuePages(transaction, [winner], now, counts, { depth: url.depth, trail })
    if (outcome.kind !== 'fetched' || finalUrl === null || isUnsolicited(url, outcome)) return
    const { version, status } = judgeFetched({ ...url, fetches: 0, contentHash: null }, outcome, settings, now)
    if (version !== null)
      await creditWinner(transaction, winner, { version, status: status ?? 0, finalUrl }, this.#deps)
  }
}

function listLogEntries(
  { id, canonicalUrl }: LeasedUrl,
  verdict: UrlVerdict,
  { isRenamed, url, winner }: UrlPlace,
): LogEntry[] {
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
 * A released claim resumes its redirect chain. A failed one starts over, unless this URL is itself a hop of another chain: then its
 * hop count must keep growing, or the chain could never exceed the limit.
 */
function formatNextTrail(url: LeasedUrl, outcome: ClaimOutcome, { state }: UrlVerdict): string | null {
  if (outcome.kind === 'returned') return formatTrail(outcome.trail) ?? url.trail
  if (outcome.kind === 'redirected') return state === 'pending' ? formatTrail(outcome.trail) : null
  return outcome.kind === 'failed' && isRedirectTarget(url) ? url.trail : null
}

const isRedirectTarget = ({ trail, fetchUrl }: LeasedUrl): boolean =>
  trail !== null && (JSON.parse(trail) as Trail).hops.at(-1)?.to === fetchUrl

const formatTrail = (trail: Trail | undefined): string | null => (trail === undefined ? null : JSON.stringify(trail))

function findFinalUrl(url: LeasedUrl, outcome: ClaimOutcome, arrival: Destination | null): string | null {
  if (arrival !== null) return arrival.fetchUrl
  if (outcome.kind === 'failed' && getAction(outcome.reason) !== 'return') return outcome.finalUrl ?? null
  // A released URL keeps its final URL.
  return outcome.kind === 'fetched' ? null : url.finalUrl
}
