import type { SqliteConnection } from '../../store/sqlite-connection.ts'
import type { PageNormalizer } from '../canonical-url.ts'
import {
  countChangedPages,
  countChanges,
  countComparedPages,
  listMerges,
  listSplits,
  type KeyChange,
} from '../sql/comparison.sql.ts'
import type { Differences, MergeExample, SplitExample } from './differences.ts'
import type { TakeTurns } from './take-turns.ts'

interface Summary {
  readonly urls: number
  readonly examples: number
  readonly before: PageNormalizer
  readonly after: PageNormalizer
  readonly takeTurns: TakeTurns
}

/** @param scratch has the compared keys of all URLs */
export async function summarizeDifferences(scratch: SqliteConnection, summary: Summary): Promise<Differences> {
  const { urls, takeTurns } = summary
  const pages = countComparedPages(scratch)
  await takeTurns()
  const changed = countChangedPages(scratch)
  await takeTurns()
  const merges = countChanges(scratch, 'merges')
  await takeTurns()
  const splits = countChanges(scratch, 'splits')
  await takeTurns()
  return {
    pages,
    urls,
    changed,
    merges: { ...merges, examples: await listMergeExamples(scratch, summary) },
    splits: { count: splits.count, into: splits.pages, examples: await listSplitExamples(scratch, summary) },
  }
}

async function listMergeExamples(scratch: SqliteConnection, summary: Summary): Promise<MergeExample[]> {
  const { examples, before, after, takeTurns } = summary
  const found: MergeExample[] = []
  for (const change of listMerges(scratch, examples)) {
    const url = normalizeOrKeep(change.url, after)
    const from = await normalizeMembers(change, { ifUnchanged: url, normalize: before, takeTurns })
    found.push({ url, pages: change.pages, from })
  }
  return found
}

async function listSplitExamples(scratch: SqliteConnection, summary: Summary): Promise<SplitExample[]> {
  const { examples, before, after, takeTurns } = summary
  const found: SplitExample[] = []
  for (const change of listSplits(scratch, examples)) {
    const url = normalizeOrKeep(change.url, before)
    const into = await normalizeMembers(change, { ifUnchanged: url, normalize: after, takeTurns })
    found.push({ url, pages: change.pages, into })
  }
  return found
}

interface MemberOptions {
  readonly ifUnchanged: string
  readonly normalize: PageNormalizer
  readonly takeTurns: TakeTurns
}

/** A thousand examples of a thousand members each take seconds. */
async function normalizeMembers({ members }: KeyChange, options: MemberOptions): Promise<string[]> {
  const { ifUnchanged, normalize, takeTurns } = options
  const urls: string[] = []
  for (const member of members) {
    urls.push(member === null ? ifUnchanged : normalizeOrKeep(member, normalize))
    await takeTurns()
  }
  return urls.toSorted()
}

function normalizeOrKeep(url: string, normalize: PageNormalizer): string {
  return normalize(url) ?? url
}
