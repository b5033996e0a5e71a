import { formatFingerprintChanges, type Fingerprints } from '@canonist/registry/internal/registry/sql/write-pages'
import type { Dialect } from '@canonist/registry/internal/store/database'
import { toSqlJson, selectJsonRows, dropNulls } from '@canonist/registry/internal/store/json-rows'
import type { Change } from '@canonist/registry/internal/store/send-changes'
import type { UrlVerdict } from '../complete/judge-outcome.ts'
import type { LeasedUrl } from './hold-leases.ts'

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
