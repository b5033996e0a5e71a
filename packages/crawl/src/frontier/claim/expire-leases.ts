// Leases that expired without a result: the next state of their URLs, and which URL may have crashed the worker.

import { MAX_WAIT_MS } from '../../hosts/pace.ts'
import type { FrontierSettings } from '../frontier-settings.ts'
import type { Transaction } from '@canonist/registry/internal/store/database'
import type { CountChanges } from '../sql/counts.sql.ts'
import { endLeases, findExpiredUrls, type EndedLease, type ExpiredHold, type ExpiredUrl } from '../sql/leases.sql.ts'
import { countStrikes, dropCohorts, noteExpiries } from '../sql/expiries.sql.ts'
import { type LogEntry, writeLog } from '../sql/log.sql.ts'

/** A URL that certainly caused the loss of this many workers is poison. */
export const POISON_STRIKES = 5
/** After this many claims together with other URLs, a URL is handed out alone. */
const SHARED_CLAIMS = 2

export interface ExpiredLease {
  /** How many workers have had it since its last result. */
  readonly claims: number
  /** How many of them it certainly caused to be lost. */
  readonly strikes: number
}

export type ExpiryVerdict =
  | { readonly state: 'dead'; readonly reason: 'poison'; readonly dueAt: null; readonly isSuspect: false }
  | {
      readonly state: 'retry'
      readonly reason: 'lease_expired'
      readonly dueAt: number
      /** Handed out alone from now on. */
      readonly isSuspect: boolean
    }

/** The next state of a URL whose lease expired without a result. */
export function judgeExpiry({ claims, strikes }: ExpiredLease, settings: FrontierSettings, now: number): ExpiryVerdict {
  if (strikes >= POISON_STRIKES) return { state: 'dead', reason: 'poison', dueAt: null, isSuspect: false }
  const dueAt = now + computeWait(claims, settings)
  return { state: 'retry', reason: 'lease_expired', dueAt, isSuspect: claims >= SHARED_CLAIMS }
}

/** Twice as long each time, times a random factor from 0.5 to 1.5, so that URLs that were lost together separate. */
function computeWait(claims: number, { leaseMs, retryBaseMs, random }: FrontierSettings): number {
  const base = Math.min(leaseMs, retryBaseMs) * 2 ** Math.min(claims - 1, 40)
  return Math.floor(Math.min(MAX_WAIT_MS, base * (0.5 + random())))
}

interface JudgedExpiry {
  readonly url: ExpiredUrl
  readonly verdict: ExpiryVerdict
}

/** Ends the leases of the holders of these hosts. Returns how many expired, and how many URLs are dead because of it. */
export async function expireLeases(
  transaction: Transaction,
  holds: readonly ExpiredHold[],
  {
    settings,
    now,
    counts,
  }: { readonly settings: FrontierSettings; readonly now: number; readonly counts: CountChanges },
): Promise<{ readonly expired: number; readonly poisoned: number }> {
  if (holds.length === 0) return { expired: 0, poisoned: 0 }
  const urls = await findExpiredUrls(transaction, holds)
  noteExpiries(transaction, urls)
  const strikes = await countStrikes(transaction, listIds(urls.filter(({ claims }) => claims >= POISON_STRIKES)))
  const judged = urls.map((url) => {
    const lease = { claims: url.claims, strikes: strikes.get(url.page_id) ?? 0 }
    return { url, verdict: judgeExpiry(lease, settings, now) }
  })
  endLeases(transaction, judged.map(toEndedLease))
  for (const { url, verdict } of judged) counts.endLease(url, { ...verdict, host_id: url.host_id })
  const poisoned = judged.filter(({ verdict }) => verdict.state === 'dead')
  dropCohorts(transaction, listIds(poisoned.map(({ url }) => url)))
  writeLog(transaction, judged.map(toLogEntry), now)
  return { expired: judged.length - poisoned.length, poisoned: poisoned.length }
}

const listIds = (urls: readonly ExpiredUrl[]): number[] => urls.map(({ page_id }) => page_id)

const toEndedLease = ({ url, verdict: { state, reason, dueAt, isSuspect } }: JudgedExpiry): EndedLease => ({
  id: url.page_id,
  state,
  reason,
  due_at: dueAt,
  is_suspect: isSuspect ? 1 : 0,
})

function toLogEntry({ url: { page_id, claims }, verdict }: JudgedExpiry): LogEntry {
  if (verdict.state === 'retry') return { id: page_id, event: 'expired', reason: 'lease_expired' }
  return { id: page_id, event: 'dead', reason: 'poison', detail: `${claims} workers were lost with this URL` }
}
