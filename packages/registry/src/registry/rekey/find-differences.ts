import type { Policy } from '@canonist/core'
import type { Database, Value } from '../../store/database.ts'
import { createPageNormalizer, type PageNormalizer } from '../canonical-url.ts'
import { toKeyBytes, toKeyText } from '../keys.ts'
import { beginComparison, endComparison, streamComparedUrls, type ComparedUrl } from '../sql/comparison.sql.ts'
import type { Differences } from './differences.ts'
import { computeTarget } from './target-page.ts'
import { openScratch } from './scratch.ts'
import { summarizeDifferences } from './summarize-differences.ts'
import { createTurns } from './take-turns.ts'
import type { KeyText } from '@canonist/core/internal/text/stages'

export interface DifferenceOptions {
  /** Only pages of this domain and its subdomains, or of these. None of them may be a subdomain of another. */
  readonly domain?: string | readonly string[] | undefined
  /** How many merges and splits to return, and how many URLs of each (default 10). */
  readonly examples?: number | undefined
  /** Called with the number of URLs that were compared so far; what it throws ends the comparison. */
  readonly onProgress?: ((urls: number) => void) | undefined
  /** Called for each URL that gets another key. */
  readonly onMoved?: (() => void) | undefined
}

const EXAMPLES = 10

/** Finds the pages that merge and split between two policies, from all raw URLs of the registry. Writes nothing to it. */
export async function findDifferences(
  database: Database,
  before: Policy,
  after: Policy,
  { domain, examples = EXAMPLES, onProgress, onMoved }: DifferenceOptions = {},
): Promise<Differences> {
  const scratch = openScratch()
  let urls = 0
  // Rows of SQLite come without a wait: without turns, others would wait for all of them, and a deadline could not end the loop.
  const takeTurns = createTurns(() => onProgress?.(urls))
  try {
    const insert = beginComparison(scratch)
    const compare = createComparer(before, after, onMoved)
    for (const one of typeof domain === 'object' ? domain : [domain])
      for await (const row of streamComparedUrls(database, one)) {
        const seen = compare(row)
        if (seen !== null) insert(seen)
        urls += 1
        await takeTurns()
      }
    onProgress?.(urls)
    endComparison(scratch)
    await takeTurns()
    return await summarizeDifferences(scratch, {
      urls,
      examples,
      before: createPageNormalizer(before),
      after: createPageNormalizer(after),
      takeTurns,
    })
  } finally {
    scratch.close()
  }
}

/** Null for a row that would repeat the previous one. */
type Compare = (row: ComparedUrl) => readonly Value[] | null

function createComparer(before: Policy, after: Policy, onMoved?: () => void): Compare {
  const [toBefore, toAfter] = [createPageNormalizer(before), createPageNormalizer(after)]
  let last = ''
  return (row) => {
    const isAsStored = row.fingerprint === before.fingerprint
    const old = isAsStored ? toKeyText(row.key) : rekeyRow(row, toBefore)
    const key = rekeyRow(row, toAfter)
    if (key !== old) onMoved?.()
    const pair = `${old}${key}${row.id}`
    if (pair === last) return null
    last = pair
    const page = isAsStored ? row.id : toKeyBytes(old)
    const root = isAsStored ? row.root : toKeyBytes(old)
    // The URL is stored only if its key changes; otherwise the key is enough.
    return [page, root, toKeyBytes(key), key === old ? null : row.raw_url]
  }
}

function rekeyRow({ raw_url, canonical_url }: ComparedUrl, normalize: PageNormalizer): KeyText {
  return computeTarget(raw_url, canonical_url, normalize).key
}
