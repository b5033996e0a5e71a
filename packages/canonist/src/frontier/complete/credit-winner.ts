import type { Transaction } from '../../store/database.ts'
import type { FrontierState } from '../outcome.ts'
import type { Settings } from '../settings.ts'
import type { CountChanges } from '../sql/counts.ts'
import type { HostUpdates } from '../../hosts/host-updates.ts'
import type { Visit } from './judge.ts'
import { clearUrls } from '../sql/expiries.ts'
import { sendChanges } from '../../store/send-changes.ts'
import { fingerprintChanges } from '../../registry/sql/write-pages.ts'

interface WinnerRow {
  readonly host_id: number
  readonly state: FrontierState
  readonly reason: string | null
  readonly lease_token: number | null
  readonly interval_ms: number | null
  readonly fetch_url: string
}

export interface Credit {
  readonly visit: Visit
  readonly status: number
  readonly finalUrl: string
}

/**
 * Its URL has just been fetched by way of another: that counts for it, even where it was dead. Whoever has it leased will
 * tell more.
 */
export async function creditWinner(
  transaction: Transaction,
  winner: number,
  { visit, status, finalUrl }: Credit,
  at: {
    readonly now: number
    readonly settings: Settings
    readonly counts: CountChanges
    readonly updates: HostUpdates
  },
): Promise<void> {
  const [row] = await transaction.all<WinnerRow>(
    `select u.host_id, u.state, u.reason, u.lease_token, u.interval_ms, p.fetch_url
     from frontier_urls u join pages p on p.id = u.page_id where u.page_id = $1`,
    [winner],
  )
  if (row === undefined || row.lease_token !== null) return
  const validators = row.fetch_url === finalUrl ? [visit.etag, visit.lastModified] : [null, null]
  const interval = row.interval_ms ?? at.settings.recrawl.firstMs
  await transaction.run(
    `update frontier_urls set state = 'fetched', reason = null, detail = null, http_status = $2, attempts = 0, claims = 0, is_suspect = 0,
       due_at = $3, fetched_at = $4, fetches = fetches + 1, interval_ms = $5, etag = $6, last_modified = $7, final_url = $8
     where page_id = $1`,
    [winner, status, at.now + interval, at.now, interval, ...validators, finalUrl],
  )
  clearUrls(transaction, [winner])
  at.counts.move(row, { state: 'fetched', reason: null })
  at.updates.recheck(row.host_id)
  const { contentHash, simhash } = visit
  if (contentHash === null) return
  const rows = [{ id: winner, content_hash: contentHash, simhash }]
  sendChanges(transaction, fingerprintChanges(transaction.dialect, rows))
}
