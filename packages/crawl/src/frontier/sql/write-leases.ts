import type { Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonRows, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { PickedUrl } from './pick-urls.ts'

export interface NewLeases {
  readonly token: number
  readonly cohort: number
  readonly worker: string
  readonly until: number
}

/** Leases the URLs, and holds their hosts for as long. */
export function writeLeases(
  transaction: Transaction,
  urls: readonly PickedUrl[],
  { token, cohort, worker, until }: NewLeases,
): void {
  if (urls.length === 0) return
  const { dialect } = transaction
  transaction.send(
    `update frontier_urls set lease_token = $2, claims = claims + 1
     from ${selectJsonRows(dialect, '$1', { id: 'integer' }, 'r')} where frontier_urls.page_id = r.id`,
    [toSqlJson(urls.map(({ page_id }) => ({ id: page_id }))), token],
  )
  transaction.send(
    `update host_clocks set held_by = $2, held_until = $3, ready_at = $3, inflight = r.urls, worker = $4, cohort = $5,
       is_paused = 0, paused_until = null
     from ${selectJsonRows(dialect, '$1', { host_id: 'integer', urls: 'integer' }, 'r')}
     where host_clocks.host_id = r.host_id`,
    [toSqlJson(countInflight(urls)), token, until, worker, cohort],
  )
}

function countInflight(urls: readonly PickedUrl[]): { host_id: number; urls: number }[] {
  const inflight = new Map<number, number>()
  for (const { host_id } of urls) inflight.set(host_id, (inflight.get(host_id) ?? 0) + 1)
  return [...inflight].map(([host_id, urls]) => ({ host_id, urls }))
}
