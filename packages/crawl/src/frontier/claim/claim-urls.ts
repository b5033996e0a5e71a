import { Buffer } from 'node:buffer'
import type { Trail } from '@canonist/web/internal/resolve/follow'
import type { Transaction } from '@canonist/registry/internal/store/database'
import { takeToken, announceDelay } from '../../hosts/sql/shared-clock.sql.ts'
import type { FrontierContext } from '../context.ts'
import type { ClaimOptions } from '../frontier.ts'
import { computeDelay, computeFreeTime } from '../../hosts/pace.ts'
import type { Claim } from './claim.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import { isUnannounced, computeQuietEnd, applySharedDelay } from '../../hosts/shared-delay.ts'
import { CountChanges } from '../sql/counts.sql.ts'
import { expireLeases } from './expire-leases.ts'
import { takeSuspectHost } from '../sql/suspects.sql.ts'
import { type PickedUrl, pickSuspect, pickUrls, takeHosts, type TakenHosts, type TakenHost } from '../sql/claims.sql.ts'
import { type FreshUrl, isFresh, isStale, dropStaleUrls } from './drop-stale-urls.ts'
import { writeLeases, type NewLeases } from '../sql/leases.sql.ts'
import { expireHold, isPausedAt } from '../../hosts/host-row.ts'
import { writeHosts, lockWantedHosts } from '../../hosts/sql/clocks.sql.ts'

/**
 * Takes hosts first, then their URLs: the clock of the host and the lease of the URL change in one transaction. A suspect goes before
 * all others and alone, unless the worker is busy.
 */
export async function claimUrls(context: FrontierContext, options: ClaimOptions): Promise<Claim[]> {
  const { limit = 50, perHost = 1, worker = '', isBusy = false } = options
  const { database, lowWater, settings, session } = context
  if (limit < 1) return []
  let unannouncedAt: number | null = null
  const claims = await database.transaction(async (transaction) => {
    const [suspectHost, taken] = await Promise.all([
      isBusy ? null : takeSuspectHost(transaction, settings),
      takeHosts(transaction, { limit, perHost, settings, lowWater }),
    ])
    const time = suspectHost ?? (taken.hosts.length === 0 ? null : { now: taken.now, ...taken.pause })
    if (time === null) return []
    const { now } = time
    unannouncedAt = isUnannounced(settings, time, now) ? now : null
    if (computeQuietEnd(settings, time, now) > now) return []
    const token = taken.token === 0 ? await takeToken(transaction) : taken.token
    const cohort = isBusy ? (session.cohort ?? token) : token
    const claiming = { now, token, cohort, worker, limit, perHost, settings: applySharedDelay(settings, time, now) }
    const suspect = suspectHost === null ? null : await claimSuspect(context, transaction, suspectHost, claiming)
    return suspect ?? claimTaken(context, transaction, taken, claiming)
  })
  // Only after the commit: the token of a failed transaction may be given to another worker.
  if (!isBusy || session.cohort === null) session.cohort = claims[0]?.token ?? session.cohort
  if (unannouncedAt !== null) {
    const said = announceDelay(database, settings, unannouncedAt)
    // A failure here must not lose the claims; the next claim announces the delay.
    await (claims.length === 0 ? said : said.catch(() => undefined))
  }
  return claims
}

interface ClaimContext {
  readonly now: number
  readonly token: number
  readonly cohort: number
  readonly worker: string
  readonly limit: number
  readonly perHost: number
  readonly settings: FrontierSettings
}

/** Null if the suspect turned out to be stale. */
async function claimSuspect(
  { slot }: FrontierContext,
  transaction: Transaction,
  host: TakenHost,
  claiming: ClaimContext,
): Promise<Claim[] | null> {
  const { now, token, settings } = claiming
  const url = await pickSuspect(transaction, host.host_id, now)
  if (url === null) return null
  const counts = new CountChanges()
  const fresh = [url].filter(isFresh)
  await dropStaleUrls(transaction, [url].filter(isStale), now, counts)
  for (const one of fresh) counts.lease(one)
  writeLeases(transaction, fresh, createLeases(claiming))
  counts.write(transaction, slot)
  return fresh.length === 0 ? null : toClaims(fresh, [host], { token, settings, isSuspect: true })
}

async function claimTaken(
  { slot }: FrontierContext,
  transaction: Transaction,
  { hosts, urls }: TakenHosts,
  claiming: ClaimContext,
): Promise<Claim[]> {
  const { now, token, limit, perHost, settings } = claiming
  if (hosts.length === 0) return []
  const counts = new CountChanges()
  const expired = hosts.filter(({ held_by }) => held_by !== null)
  await expireLeases(transaction, expired, { settings, now, counts })
  const isKnown = urls !== null && expired.length === 0
  const picked = isKnown ? urls : await pickUrls(transaction, listIds(hosts), now, perHost)
  await dropStaleUrls(transaction, picked.filter(isStale), now, counts)
  // A host that was paused while it was held is ready when the hold expires, and so is one whose lost worker has just requested it.
  const open = hosts.filter((host) => !isPausedNow(host, now) && !isRestingAfterHold(host, settings, now))
  const fresh = limitPerHost(picked, open, settings, limit)
  for (const url of fresh) counts.lease(url)
  writeLeases(transaction, fresh, createLeases(claiming))
  await rescheduleHosts(transaction, hosts, picked, fresh, claiming)
  counts.write(transaction, slot)
  return toClaims(fresh, hosts, { token, settings, isSuspect: false })
}

const isPausedNow = ({ is_paused, paused_until }: TakenHost, now: number): boolean =>
  isPausedAt({ isPaused: is_paused === 1, pausedUntil: paused_until }, now)

/** A held host is ready when its hold expires. */
const isRestingAfterHold = (host: TakenHost, settings: FrontierSettings, now: number): boolean =>
  host.held_by !== null && computeFreeTime(readDelays(host), host.ready_at, settings) > now

const readDelays = ({ robots_delay_ms, delay_ms }: TakenHost) => ({ robotsDelayMs: robots_delay_ms, delayMs: delay_ms })

const listIds = (hosts: readonly TakenHost[]): number[] => hosts.map(({ host_id }) => host_id)

/** More than one URL per host only if the host has no delay and is up. */
function limitPerHost(
  picked: readonly PickedUrl[],
  hosts: readonly TakenHost[],
  settings: FrontierSettings,
  limit: number,
): FreshUrl[] {
  const byId = new Map(hosts.map((host) => [host.host_id, host]))
  const seen = new Set<number>()
  const fresh = picked.filter(isFresh).filter((url) => {
    const host = byId.get(url.host_id)
    if (host === undefined) return false
    const isFirst = !seen.has(url.host_id)
    seen.add(url.host_id)
    return isFirst || (host.is_down === 0 && computeDelay(readDelays(host), settings) === 0)
  })
  return fresh.slice(0, limit)
}

const createLeases = ({ token, cohort, worker, now, settings }: ClaimContext): NewLeases => ({
  token,
  cohort,
  worker,
  until: now + settings.leaseMs,
})

interface LeaseTerms {
  readonly token: number
  readonly settings: FrontierSettings
  readonly isSuspect: boolean
}

function toClaims(urls: readonly FreshUrl[], hosts: readonly TakenHost[], handing: LeaseTerms): Claim[] {
  const byId = new Map(hosts.map((host) => [host.host_id, host]))
  return urls.flatMap((url) => {
    const host = byId.get(url.host_id)
    return host === undefined ? [] : [toClaim(url, host, handing)]
  })
}

function toClaim(url: FreshUrl, host: TakenHost, { token, settings, isSuspect }: LeaseTerms): Claim {
  return {
    id: url.page_id,
    token,
    url: url.canonical_url,
    fetchUrl: url.fetch_url,
    host: host.host,
    depth: url.depth,
    trail: url.trail === null ? null : (JSON.parse(url.trail) as Trail),
    attempts: url.attempts,
    claims: url.claims + 1,
    isSuspect,
    etag: url.etag,
    lastModified: url.last_modified,
    contentHash: url.content_hash === null ? null : Buffer.from(url.content_hash).toString('hex'),
    delayMs: computeDelay(readDelays(host), settings),
    leaseMs: settings.leaseMs,
  }
}

/** Reschedules hosts that had no URL to hand out. Hosts that only exceeded the limit stay ready. */
async function rescheduleHosts(
  transaction: Transaction,
  hosts: readonly TakenHost[],
  picked: readonly PickedUrl[],
  leased: readonly PickedUrl[],
  { now, settings }: ClaimContext,
): Promise<void> {
  const given = new Set(leased.map(({ host_id }) => host_id))
  const hadSome = new Set(picked.filter((url) => !isStale(url)).map(({ host_id }) => host_id))
  const empty = hosts.filter(
    ({ host_id, held_by }) => !given.has(host_id) && (!hadSome.has(host_id) || held_by !== null),
  )
  if (empty.length === 0) return
  const rows = await lockWantedHosts(transaction, listIds(empty))
  writeHosts(
    transaction,
    rows.map((row) => expireHold(row, settings)),
    now,
  )
}
