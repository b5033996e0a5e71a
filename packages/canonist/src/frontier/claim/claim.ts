import { Buffer } from 'node:buffer'
import type { Trail } from '../../resolve/follow.ts'
import type { Transaction } from '../../store/database.ts'
import type { FrontierContext } from '../context.ts'
import type { ClaimOptions } from '../frontier.ts'
import { letGo, lockHosts, writeHosts } from '../hosts/host-rows.ts'
import { delayOf } from '../hosts/pace.ts'
import type { Claim } from '../outcome.ts'
import type { Settings } from '../settings.ts'
import { amongOthers, isUnsaid, quietUntil, sayPause } from '../shared-pause.ts'
import { CountChanges } from '../sql/counts.ts'
import { jsonIds, jsonOf, jsonRows } from '../sql/json-rows.ts'
import { expireHolds } from './expire.ts'
import { pickUrls, type PickedUrl } from './pick-urls.ts'
import { isStale, setAside } from './set-aside.ts'
import { takeHosts, type TakenHost } from './take-hosts.ts'

/** Hosts first, then their URLs: the clock of the host and the lease of the URL move in one transaction. */
export async function claim(context: FrontierContext, options: ClaimOptions): Promise<Claim[]> {
  const { limit = 50, perHost = 1, worker = '' } = options
  const { database, slot, lowWater } = context
  if (limit < 1) return []
  let unsaidAt: number | null = null
  const claims = await database.transaction(async (transaction) => {
    const taken = await takeHosts(transaction, { limit, perHost, settings: context.settings, lowWater })
    const { now, token, hosts, pause } = taken
    if (hosts.length === 0) return []
    unsaidAt = isUnsaid(context.settings, pause, now) ? now : null
    if (quietUntil(context.settings, pause, now) > now) return []
    const settings = amongOthers(context.settings, pause, now)
    const counts = new CountChanges()
    const expired = hosts.filter(({ held_by }) => held_by !== null)
    await expireHolds(transaction, expired, now, counts)
    const isKnown = taken.urls !== null && expired.length === 0
    const picked = isKnown ? taken.urls : await pickUrls(transaction, idsOf(hosts), now, perHost)
    const stale = picked.filter(isStale)
    await setAside(transaction, stale, now, counts)
    const fresh = withinLimits(picked, hosts, settings, limit)
    for (const { state, reason } of fresh) counts.move({ state, reason }, { state: 'leased', reason })
    lease(transaction, fresh, { now, token, worker, settings })
    await putOff(transaction, hosts, picked, fresh, now)
    counts.write(transaction, slot)
    return claimsOf(fresh, hosts, token, settings)
  })
  if (unsaidAt !== null) {
    const said = sayPause(database, context.settings, unsaidAt)
    // What was claimed must not be lost by it; it is said the next time.
    await (claims.length === 0 ? said : said.catch(() => undefined))
  }
  return claims
}

const idsOf = (hosts: readonly TakenHost[]): number[] => hosts.map(({ host_id }) => host_id)

/** More than one of a host only where it asks for no pause and is well. */
function withinLimits(
  picked: readonly PickedUrl[],
  hosts: readonly TakenHost[],
  settings: Settings,
  limit: number,
): PickedUrl[] {
  const byId = new Map(hosts.map((host) => [host.host_id, host]))
  const seen = new Set<number>()
  const fresh = picked.filter((url) => {
    const host = byId.get(url.host_id)
    if (host === undefined || isStale(url)) return false
    const isFirst = !seen.has(url.host_id)
    seen.add(url.host_id)
    return isFirst || (host.is_down === 0 && delayOf({ robotsDelayMs: host.robots_delay_ms }, settings) === 0)
  })
  return fresh.slice(0, limit)
}

interface Lease {
  readonly now: number
  readonly token: number
  readonly worker: string
  readonly settings: Settings
}

function lease(transaction: Transaction, urls: readonly PickedUrl[], { now, token, worker, settings }: Lease): void {
  if (urls.length === 0) return
  const { dialect } = transaction
  transaction.send(
    `update frontier_urls set lease_token = $2, claims = claims + 1 where page_id in ${jsonIds(dialect, '$1')}`,
    [jsonOf(urls.map(({ page_id }) => page_id)), token],
  )
  transaction.send(
    `update frontier_hosts set held_by = $2, held_until = $3, ready_at = $3, inflight = r.urls, worker = $4
     from ${jsonRows(dialect, '$1', { host_id: 'integer', urls: 'integer' }, 'r')}
     where frontier_hosts.host_id = r.host_id`,
    [jsonOf(inflightOf(urls)), token, now + settings.leaseMs, worker],
  )
}

function claimsOf(urls: readonly PickedUrl[], hosts: readonly TakenHost[], token: number, settings: Settings): Claim[] {
  const byId = new Map(hosts.map((host) => [host.host_id, host]))
  return urls.flatMap((url) => {
    const host = byId.get(url.host_id)
    return host === undefined ? [] : [claimOf(url, host, token, settings)]
  })
}

function inflightOf(urls: readonly PickedUrl[]): { host_id: number; urls: number }[] {
  const inflight = new Map<number, number>()
  for (const { host_id } of urls) inflight.set(host_id, (inflight.get(host_id) ?? 0) + 1)
  return [...inflight].map(([host_id, urls]) => ({ host_id, urls }))
}

function claimOf(url: PickedUrl, host: TakenHost, token: number, settings: Settings): Claim {
  return {
    id: url.page_id,
    token,
    url: url.canonical_url ?? '',
    fetchUrl: url.fetch_url ?? '',
    host: host.host,
    depth: url.depth,
    trail: url.trail === null ? null : (JSON.parse(url.trail) as Trail),
    attempts: url.attempts,
    claims: url.claims + 1,
    etag: url.etag,
    lastModified: url.last_modified,
    contentHash: url.content_hash === null ? null : Buffer.from(url.content_hash).toString('hex'),
    delayMs: delayOf({ robotsDelayMs: host.robots_delay_ms }, settings),
    leaseMs: settings.leaseMs,
  }
}

/** Hosts that had nothing to give are looked at again when they have; where only the limit was in the way, at once. */
async function putOff(
  transaction: Transaction,
  hosts: readonly TakenHost[],
  picked: readonly PickedUrl[],
  leased: readonly PickedUrl[],
  now: number,
): Promise<void> {
  const given = new Set(leased.map(({ host_id }) => host_id))
  const hadSome = new Set(picked.filter((url) => !isStale(url)).map(({ host_id }) => host_id))
  const empty = hosts.filter(
    ({ host_id, held_by }) => !given.has(host_id) && (!hadSome.has(host_id) || held_by !== null),
  )
  if (empty.length === 0) return
  const rows = await lockHosts(transaction, idsOf(empty))
  writeHosts(transaction, rows.map(letGo), now)
}
