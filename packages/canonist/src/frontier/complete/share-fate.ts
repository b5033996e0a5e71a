import { unproveAliases } from '../../registry/sql/write-aliases.ts'
import { splitPages } from '../../registry/sql/write-pages.ts'
import type { Transaction } from '../../store/database.ts'
import type { Reason } from '../reasons.ts'
import type { CountChanges } from '../sql/counts.ts'
import { jsonIds, jsonOf } from '../../store/json-rows.ts'
import { lockFreeUrls } from '../sql/lock-urls.ts'
import { writeLog } from '../sql/log.ts'
import type { Settled } from './write-urls.ts'

/** Failures of the whole way: whoever is on it has them, too. */
const OF_THE_WAY: ReadonlySet<Reason | null> = new Set(['redirect_loop', 'too_many_redirects'])

/** Whether what was left to this URL has come to nothing because of the redirects themselves. */
export function endsTheWay({ verdict: { state, reason } }: Settled): boolean {
  return state === 'dead' && OF_THE_WAY.has(reason)
}

/**
 * What led to a URL and was left to it (`redirected`) has not been seen to be a page any more than that one, where the
 * redirects never end: it fails with it, and stands for itself again.
 */
export async function shareFate(
  transaction: Transaction,
  { url, verdict: { reason, attempts } }: Settled,
  now: number,
  counts: CountChanges,
): Promise<void> {
  const led = await transaction.all<{ readonly id: number }>('select id from pages where merged_into = $1', [url.id])
  const urls = await lockFreeUrls(
    transaction,
    led.map(({ id }) => id),
    "reason = 'redirected'",
  )
  if (urls.length === 0) return
  const detail = `it redirects to ${url.canonicalUrl}, which leads nowhere`
  const ids = urls.map(({ page_id }) => page_id)
  await transaction.run(
    `update frontier_urls set state = 'dead', reason = $2, detail = $3, attempts = $4, due_at = null
     where page_id in ${jsonIds(transaction.dialect, '$1')}`,
    [jsonOf(ids), reason, detail, attempts],
  )
  await splitPages(transaction, ids)
  await unproveAliases(transaction, ids)
  for (const one of urls) counts.move(one, { state: 'dead', reason })
  writeLog(
    transaction,
    urls.map(({ page_id }) => ({ id: page_id, event: 'dead', reason, detail })),
    now,
  )
}
