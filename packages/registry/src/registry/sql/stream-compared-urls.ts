import type { Database } from '../../store/database.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, RawUrl } from '@canonist/core/internal/text/stages'

/** A URL to compare under two policies. */
export interface ComparedUrl {
  /** Its page. */
  readonly id: number
  readonly root: number
  readonly key: KeyBytes
  readonly fingerprint: string
  readonly canonical_url: CanonicalUrl
  /** The fetch URL if the page has no alias by rule. */
  readonly raw_url: RawUrl | FetchUrl
}

/**
 * Streams the raw URLs of all pages, or of a domain and its subdomains, in the order of pages. Skips aliases by proof, which follow their
 * page whatever the policy. A page without an alias by rule is represented by its fetch URL.
 */
export function streamComparedUrls(database: Database, domain: string | undefined): AsyncIterable<ComparedUrl> {
  // Not by a join: SQLite would then read all pages in the order of their ids, to look for the few of the domain.
  const ofDomain =
    domain === undefined ? '' : `and p.host_id in (select id from hosts where host = $1 or host like $2 escape '!')`
  return database.stream<ComparedUrl>(
    `select p.id, coalesce(p.merged_into, p.id) as root, p.key, f.fingerprint, p.canonical_url,
       coalesce(a.raw_url, p.fetch_url) as raw_url
     from pages p join policies f on f.id = p.policy_id
     left join aliases a on a.page_id = p.id and a.own_key is null
     where (p.merged_into is null or a.page_id is not null) ${ofDomain} order by p.id`,
    domain === undefined ? [] : [domain, `%.${domain.replace(/[%_!]/g, '!$&')}`],
  )
}
