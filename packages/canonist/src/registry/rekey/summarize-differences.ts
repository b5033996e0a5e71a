import type { SqliteConnection } from '../../store/sqlite-connection.ts'
import type { PageNormalizer } from '../canonical-url.ts'
import { countChanges, countComparedPages, listMerges, listSplits } from '../sql/compare-keys.ts'
import type { Differences, MergeExample, SplitExample } from './differences.ts'

interface Summary {
  readonly urls: number
  readonly examples: number
  readonly before: PageNormalizer
  readonly after: PageNormalizer
}

/** @param scratch has the compared keys of all URLs */
export function summarizeDifferences(scratch: SqliteConnection, summary: Summary): Differences {
  const { pages, changed } = countComparedPages(scratch)
  const splits = countChanges(scratch, 'splits')
  return {
    pages,
    urls: summary.urls,
    changed,
    merges: { ...countChanges(scratch, 'merges'), examples: listMergeExamples(scratch, summary) },
    splits: { count: splits.count, into: splits.pages, examples: listSplitExamples(scratch, summary) },
  }
}

function listMergeExamples(scratch: SqliteConnection, { examples, before, after }: Summary): MergeExample[] {
  return listMerges(scratch, examples).map(({ pages, url: changed, members }) => {
    const url = normalizeOrKeep(changed, after)
    const from = members.map((member) => (member === null ? url : normalizeOrKeep(member, before)))
    return { url, pages, from: from.toSorted() }
  })
}

function listSplitExamples(scratch: SqliteConnection, { examples, before, after }: Summary): SplitExample[] {
  return listSplits(scratch, examples).map(({ pages, url: changed, members }) => {
    const url = normalizeOrKeep(changed, before)
    const into = members.map((member) => (member === null ? url : normalizeOrKeep(member, after)))
    return { url, pages, into: into.toSorted() }
  })
}

function normalizeOrKeep(url: string, normalize: PageNormalizer): string {
  return normalize(url) ?? url
}
