import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson, selectJsonRows } from '@canonist/registry/internal/store/json-rows'

/** A lease that expired, and the cohort of leases that were lost with it. */
export interface Expiry {
  readonly cohort: number
  readonly page_id: number
}

export function noteExpiries(transaction: Transaction, expiries: readonly Expiry[]): void {
  if (expiries.length === 0) return
  transaction.send(
    `insert into frontier_expiries (cohort, page_id)
     select r.cohort, r.page_id from ${selectJsonRows(transaction.dialect, '$1', { cohort: 'integer', page_id: 'integer' }, 'r')}
     where true on conflict do nothing`,
    [toSqlJson(expiries.map(({ cohort, page_id }) => ({ cohort, page_id })))],
  )
}

/** How many expiries only this URL can have caused, because every other URL of the cohort has had a result since. */
export async function countStrikes(session: Session, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await session.all<{ readonly page_id: number; readonly strikes: number }>(
    `select e.page_id, count(*) as strikes from frontier_expiries e
     where e.page_id in ${selectJsonIds(session.dialect, '$1')}
       and not exists (select 1 from frontier_expiries o where o.cohort = e.cohort and o.page_id <> e.page_id)
     group by e.page_id`,
    [toSqlJson(ids)],
  )
  return new Map(rows.map(({ page_id, strikes }) => [page_id, strikes]))
}

/** Clears URLs that have a result. The other URLs of their cohorts stay suspected. */
export function clearUrls(transaction: Transaction, ids: readonly number[]): void {
  if (ids.length === 0) return
  transaction.send(`delete from frontier_expiries where page_id in ${selectJsonIds(transaction.dialect, '$1')}`, [
    toSqlJson(ids),
  ])
}

/**
 * Deletes the cohorts of these URLs. Either the cause is found, or it can no longer be found; in both cases no other URL may be blamed.
 */
export function dropCohorts(transaction: Transaction, ids: readonly number[]): void {
  if (ids.length === 0) return
  transaction.send(
    `delete from frontier_expiries where cohort in
       (select e.cohort from frontier_expiries e where e.page_id in ${selectJsonIds(transaction.dialect, '$1')})`,
    [toSqlJson(ids)],
  )
}

/** How many workers were lost with a URL since its last result, and whether it is handed out alone; null if it is not queued. */
export async function readLosses(
  session: Session,
  id: number,
): Promise<{ readonly lost: number; readonly is_suspect: number } | null> {
  const [row] = await session.all<{ readonly lost: number; readonly is_suspect: number }>(
    `select claims - case when lease_token is null then 0 else 1 end as lost, is_suspect
     from frontier_urls where page_id = $1`,
    [id],
  )
  return row ?? null
}
