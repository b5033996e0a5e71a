import type { Transaction } from '../../store/database.ts'
import type { CountChanges } from '../sql/counts.ts'
import { jsonIds, jsonOf, jsonRows } from '../sql/json-rows.ts'
import { writeLog, type LogEntry } from '../sql/log.ts'

/** A URL that outlives this many workers without a result is held to kill them. */
export const POISON_CLAIMS = 5

export interface ExpiredHold {
  readonly host_id: number
  readonly held_by: number | null
}

interface ExpiredUrl {
  readonly page_id: number
  readonly state: 'pending'
  readonly reason: string | null
  readonly claims: number
}

/** Takes the URLs back that the holders of these hosts had; tells how many, and how many of them died of it. */
export async function expireHolds(
  transaction: Transaction,
  holds: readonly ExpiredHold[],
  now: number,
  counts: CountChanges,
): Promise<{ readonly expired: number; readonly poisoned: number }> {
  if (holds.length === 0) return { expired: 0, poisoned: 0 }
  const urls = await transaction.all<ExpiredUrl>(
    `select u.page_id, u.state, u.reason, u.claims
     from ${jsonRows(transaction.dialect, '$1', { host_id: 'integer', held_by: 'integer' }, 'r')}
     join frontier_urls u on u.host_id = r.host_id and u.lease_token = r.held_by and u.due_at is not null`,
    [jsonOf(holds)],
  )
  const poisoned = urls.filter(({ claims }) => claims >= POISON_CLAIMS)
  const others = urls.filter(({ claims }) => claims < POISON_CLAIMS)
  await takeBack(transaction, others, { state: 'retry', reason: 'lease_expired', due: 'due_at' }, counts)
  await takeBack(transaction, poisoned, { state: 'dead', reason: 'poison', due: 'null' }, counts)
  writeLog(transaction, urls.map(entryOf), now)
  return { expired: others.length, poisoned: poisoned.length }
}

interface Fate {
  readonly state: 'retry' | 'dead'
  readonly reason: 'lease_expired' | 'poison'
  readonly due: 'due_at' | 'null'
}

async function takeBack(
  transaction: Transaction,
  urls: readonly ExpiredUrl[],
  { state, reason, due }: Fate,
  counts: CountChanges,
): Promise<void> {
  if (urls.length === 0) return
  await transaction.run(
    `update frontier_urls set lease_token = null, state = $2, reason = $3, due_at = ${due}
     where page_id in ${jsonIds(transaction.dialect, '$1')}`,
    [jsonOf(urls.map(({ page_id }) => page_id)), state, reason],
  )
  for (const url of urls) counts.move({ state: 'leased', reason: url.reason }, { state, reason })
}

function entryOf({ page_id, claims }: ExpiredUrl): LogEntry {
  if (claims < POISON_CLAIMS) return { id: page_id, event: 'expired', reason: 'lease_expired' }
  return { id: page_id, event: 'dead', reason: 'poison', detail: `${claims} workers were not heard of again` }
}
