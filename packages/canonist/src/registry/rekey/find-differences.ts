import type { Policy } from '@canonist/core'
import type { Database, Value } from '../../store/database.ts'
import { createPageNormalizer, type PageNormalizer } from '../canonical-url.ts'
import { toKeyBytes, toKeyText } from '../keys.ts'
import type { Differences } from './differences.ts'
import { computeTarget } from './target-page.ts'
import { openScratch } from './scratch.ts'
import { summarizeDifferences } from './summarize-differences.ts'
import type { CanonicalUrl, FetchUrl, KeyBytes, KeyText, RawUrl } from '../../text/stages.ts'

export interface DifferenceOptions {
  /** Only pages of this domain and its subdomains. */
  readonly domain?: string | undefined
  /** How many merges and splits to return, and how many URLs of each (default 10). */
  readonly examples?: number | undefined
  /** Called with the number of URLs that were compared. */
  readonly onProgress?: ((urls: number) => void) | undefined
}

const EXAMPLES = 10
const PROGRESS_EVERY = 10_000

/** Finds the pages that merge and split between two policies, from all raw URLs of the registry. Writes nothing to it. */
export async function findDifferences(
  database: Database,
  before: Policy,
  after: Policy,
  { domain, examples = EXAMPLES, onProgress }: DifferenceOptions = {},
): Promise<Differences> {
  const scratch = openScratch()
  try {
    scratch.script('create table seen (page, root, key blob, raw_url text); begin')
    const insert = scratch.createRunner('insert into seen values (?, ?, ?, ?)')
    const compare = createComparer(before, after)
    let urls = 0
    for await (const row of streamUrls(database, domain)) {
      const seen = compare(row)
      if (seen !== null) insert(seen)
      urls += 1
      if (urls % PROGRESS_EVERY === 0) onProgress?.(urls)
    }
    scratch.script('commit')
    return summarizeDifferences(scratch, {
      urls,
      examples,
      before: createPageNormalizer(before),
      after: createPageNormalizer(after),
    })
  } finally {
    scratch.close()
  }
}

interface UrlRow {
  readonly id: number
  readonly root: number
  readonly key: KeyBytes
  readonly fingerprint: string
  readonly canonical_url: CanonicalUrl
  /** The fetch URL if the page has no alias by rule. */
  readonly raw_url: RawUrl | FetchUrl
}

/** Skips aliases by proof, which follow their page whatever the policy. A page without an alias by rule is represented by its fetch URL. */
function streamUrls(database: Database, domain: string | undefined): AsyncIterable<UrlRow> {
  const ofDomain = domain === undefined ? '' : `and (h.host = $1 or h.host like $2 escape '!')`
  return database.stream<UrlRow>(
    `select p.id, coalesce(p.merged_into, p.id) as root, p.key, f.fingerprint, p.canonical_url,
       coalesce(a.raw_url, p.fetch_url) as raw_url
     from pages p join policies f on f.id = p.policy_id join hosts h on h.id = p.host_id
     left join aliases a on a.page_id = p.id and a.own_key is null
     where (p.merged_into is null or a.page_id is not null) ${ofDomain} order by p.id`,
    domain === undefined ? [] : [domain, `%.${domain.replace(/[%_!]/g, '!$&')}`],
  )
}

/** Null for a row that would repeat the previous one. */
type Compare = (row: UrlRow) => readonly Value[] | null

function createComparer(before: Policy, after: Policy): Compare {
  const [toBefore, toAfter] = [createPageNormalizer(before), createPageNormalizer(after)]
  let last = ''
  return (row) => {
    const isAsStored = row.fingerprint === before.fingerprint
    const old = isAsStored ? toKeyText(row.key) : rekeyRow(row, toBefore)
    const key = rekeyRow(row, toAfter)
    const pair = `${old}${key}${row.id}`
    if (pair === last) return null
    last = pair
    const page = isAsStored ? row.id : toKeyBytes(old)
    const root = isAsStored ? row.root : toKeyBytes(old)
    // The URL is stored only if its key changes; otherwise the key is enough.
    return [page, root, toKeyBytes(key), key === old ? null : row.raw_url]
  }
}

function rekeyRow({ raw_url, canonical_url }: UrlRow, normalize: PageNormalizer): KeyText {
  return computeTarget(raw_url, canonical_url, normalize).key
}
