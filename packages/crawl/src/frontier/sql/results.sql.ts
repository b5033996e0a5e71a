import { formatFingerprintChanges, type Fingerprints } from '@canonist/registry/internal/registry/sql/pages-write.sql'
import type { Dialect, Session, Transaction } from '@canonist/registry/internal/store/database'
import { toSqlJson, selectJsonRows, dropNulls, selectJsonIds } from '@canonist/registry/internal/store/json-rows'
import type { Change } from '@canonist/registry/internal/store/send-changes'
import type { FetchUrl } from '@canonist/core/internal/text/stages'
import type { UrlVerdict } from '../complete/judge-outcome.ts'
import type { LeasedUrl } from './leases.sql.ts'
import type { StoredUrl } from './counts.sql.ts'

// What the results of visits change: the visited URLs, the pages that they lead to, and the URLs that lead to them.

/** A URL and its verdict. */
export interface JudgedUrl {
  readonly url: LeasedUrl
  readonly verdict: UrlVerdict
  /** The host that it is fetched from now on. */
  readonly hostId: number
  readonly finalUrl: string | null
  /** JSON. */
  readonly trail: string | null
  /** Whether the validators belong to the URL that will be requested next. */
  readonly keepsValidators: boolean
}

const COLUMNS = {
  id: 'integer',
  host_id: 'integer',
  state: 'text',
  reason: 'text',
  detail: 'text',
  http_status: 'integer',
  attempts: 'integer',
  claims: 'integer',
  is_suspect: 'integer',
  due_at: 'integer',
  final_url: 'text',
  trail: 'text',
  etag: 'text',
  last_modified: 'text',
  fetches: 'integer',
  changes: 'integer',
  interval_ms: 'integer',
  fetched_at: 'integer',
  changed_at: 'integer',
} as const

/** Columns that are 0 for nearly every result, and are omitted then. */
const MOSTLY_ZERO = ['claims', 'is_suspect']

const ASSIGNMENTS = Object.keys(COLUMNS)
  .filter((column) => column !== 'id')
  .map((column) => `${column} = ${MOSTLY_ZERO.includes(column) ? `coalesce(r.${column}, 0)` : `r.${column}`}`)
  .join(', ')

/** The statements that write the verdicts and end the leases. */
export function createUrlChanges(dialect: Dialect, judged: readonly JudgedUrl[], now: number): Change[] {
  if (judged.length === 0) return []
  const sql = `update frontier_urls set lease_token = null, ${ASSIGNMENTS}
     from ${selectJsonRows(dialect, '$1', COLUMNS, 'r')} where frontier_urls.page_id = r.id`
  const rows = judged.map((one) => dropNulls(toStored(one, now)))
  return [[sql, [toSqlJson(rows)]], ...formatFingerprintChanges(dialect, listNewFingerprints(judged))]
}

function toStored(
  { url, verdict, hostId, finalUrl, trail, keepsValidators }: JudgedUrl,
  now: number,
): Record<keyof typeof COLUMNS, number | string | null> {
  const { version, isReturned = false } = verdict
  const validators = version === null ? url : keepsValidators ? version : { etag: null, lastModified: null }
  return {
    id: url.id,
    host_id: hostId,
    state: verdict.state,
    reason: verdict.reason,
    detail: verdict.detail,
    http_status: verdict.status,
    attempts: verdict.attempts,
    claims: isReturned ? url.claims - 1 : null,
    is_suspect: isReturned ? url.isSuspect : null,
    due_at: verdict.dueAt,
    final_url: finalUrl,
    trail,
    etag: validators.etag,
    last_modified: validators.lastModified,
    fetches: url.fetches + (version === null ? 0 : 1),
    changes: url.changes + (version?.hasChanged === true && url.fetches > 0 ? 1 : 0),
    interval_ms: version?.intervalMs ?? url.intervalMs,
    fetched_at: version === null ? url.fetchedAt : now,
    changed_at: version?.hasChanged === true ? now : url.changedAt,
  }
}

/** Fingerprints are stored with the page, and written only if they changed: `pages` has more indexes than `frontier_urls`. */
function listNewFingerprints(judged: readonly JudgedUrl[]): Fingerprints[] {
  return judged.flatMap(({ url, verdict: { version } }) => {
    if (version === null || (version.contentHash === url.contentHash && version.simhash === url.simhash)) return []
    return [{ id: url.id, content_hash: version.contentHash, simhash: version.simhash }]
  })
}

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

export interface RedirectFailure {
  readonly reason: string | null
  readonly detail: string
  readonly attempts: number
}

export async function failRedirectingUrls(
  transaction: Transaction,
  ids: readonly number[],
  { reason, detail, attempts }: RedirectFailure,
): Promise<void> {
  await transaction.run(
    `update frontier_urls set state = 'dead', reason = $2, detail = $3, attempts = $4, due_at = null
     where page_id in ${selectJsonIds(transaction.dialect, '$1')}`,
    [toSqlJson(ids), reason, detail, attempts],
  )
}
