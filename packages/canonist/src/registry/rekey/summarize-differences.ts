import type { Value } from '../../store/database.ts'
import type { SqliteConnection } from '../../store/sqlite-connection.ts'
import type { Differences, MergeExample, SplitExample } from './differences.ts'
import type { PageNormalizer } from '../canonical-url.ts'

interface Summary {
  readonly urls: number
  readonly examples: number
  readonly before: PageNormalizer
  readonly after: PageNormalizer
}

/** @param scratch has a table `seen`: a page, its root, one of its new keys, and a raw URL if that key differs from the current one */
export function summarizeDifferences(scratch: SqliteConnection, summary: Summary): Differences {
  scratch.script('create index by_key on seen (key, root); create index by_page on seen (page, key)')
  const [pages] = scratch.all('select count(distinct page) as count from seen')
  const [changed] = scratch.all('select count(distinct page) as count from seen where raw_url is not null')
  const [merges] = scratch.all(`select count(*) as count, coalesce(sum(pages), 0) as pages from (${MERGES})`)
  const [splits] = scratch.all(`select count(*) as count, coalesce(sum(pages), 0) as pages from (${SPLITS})`)
  return {
    pages: Number(pages?.['count']),
    urls: summary.urls,
    changed: Number(changed?.['count']),
    merges: {
      count: Number(merges?.['count']),
      pages: Number(merges?.['pages']),
      examples: listMergeExamples(scratch, summary),
    },
    splits: {
      count: Number(splits?.['count']),
      into: Number(splits?.['pages']),
      examples: listSplitExamples(scratch, summary),
    },
  }
}

const MERGES = 'select key, count(distinct root) as pages from seen group by key having count(distinct root) > 1'
const SPLITS = 'select page, count(distinct key) as pages from seen group by page having count(distinct key) > 1'

function listMergeExamples(scratch: SqliteConnection, { examples, before, after }: Summary): MergeExample[] {
  return scratch.all(`${MERGES} order by pages desc, key limit $1`, [examples]).map(({ key = null, pages }) => {
    const url = normalizeOrKeep(findChangedUrl(scratch, 'key', key), after)
    const members = scratch.all('select max(raw_url) as raw_url from seen where key = $1 group by root limit $2', [
      key,
      examples,
    ])
    const from = members.map(({ raw_url }) => (raw_url === null ? url : normalizeOrKeep(String(raw_url), before)))
    return { url, pages: Number(pages), from: from.toSorted() }
  })
}

function listSplitExamples(scratch: SqliteConnection, { examples, before, after }: Summary): SplitExample[] {
  return scratch.all(`${SPLITS} order by pages desc, page limit $1`, [examples]).map(({ page = null, pages }) => {
    const url = normalizeOrKeep(findChangedUrl(scratch, 'page', page), before)
    const members = scratch.all('select max(raw_url) as raw_url from seen where page = $1 group by key limit $2', [
      page,
      examples,
    ])
    const into = members.map(({ raw_url }) => (raw_url === null ? url : normalizeOrKeep(String(raw_url), after)))
    return { url, pages: Number(pages), into: into.toSorted() }
  })
}

/** Every merge and split has a changed URL: two pages never share a key now, and no page has two. */
function findChangedUrl(scratch: SqliteConnection, column: 'key' | 'page', value: Value): string {
  const [row] = scratch.all(`select raw_url from seen where ${column} = $1 and raw_url is not null limit 1`, [value])
  return String(row?.['raw_url'])
}

function normalizeOrKeep(url: string, normalize: PageNormalizer): string {
  return normalize(url) ?? url
}
