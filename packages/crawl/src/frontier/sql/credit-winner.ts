import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import type { FetchUrl } from '@canonist/core/internal/text/stages'
import type { StoredUrl } from './count-changes.ts'

/** A queued page that another URL was merged into. */
export interface WinnerRow extends StoredUrl {
  readonly lease_token: number | null
  readonly interval_ms: number | null
  readonly fetch_url: FetchUrl
}

export async function findWinner(session: Session, id: number): Promise<WinnerRow | null> {
  const [row] = await session.all<WinnerRow>(
    `select u.host_id, u.state, u.reason, u.lease_token, u.interval_ms, p.fetch_url
     from frontier_urls u join pages p on p.id = u.page_id where u.page_id = $1`,
    [id],
  )
  return row ?? null
}

/** A fetch of a page through another URL. */
export interface CreditedFetch {
  readonly status: number
  readonly fetchedAt: number
  readonly intervalMs: number
  readonly etag: string | null
  readonly lastModified: string | null
  readonly finalUrl: string
}

export async function writeCredit(
  transaction: Transaction,
  id: number,
  { status, fetchedAt, intervalMs, etag, lastModified, finalUrl }: CreditedFetch,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'fetched', reason = null, detail = null, http_status = $2, attempts = 0, claims = 0, is_suspect = 0,
       due_at = $3, fetched_at = $4, fetches = fetches + 1, interval_ms = $5, etag = $6, last_modified = $7, final_url = $8
     where page_id = $1`,
    [id, status, fetchedAt + intervalMs, fetchedAt, intervalMs, etag, lastModified, finalUrl],
  )
}
