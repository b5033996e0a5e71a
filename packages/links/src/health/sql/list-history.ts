import type { Session } from '@canonist/registry/internal/store/database'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import type { Observation } from '../observation.ts'

export interface HistoryOptions extends PartOptions {
  /** Default: the oldest first. */
  readonly order?: 'oldest' | 'newest' | undefined
}

/** A part of the observations of a page. The cursor is the time of the last item. */
export async function listHistory(
  session: Session,
  pageId: number,
  { order = 'oldest', ...options }: HistoryOptions,
): Promise<ListPart<Observation>> {
  const limit = readLimit(options)
  const isNewest = order === 'newest'
  const [after = isNewest ? Number.MAX_SAFE_INTEGER : -1] = readCursor(options, ['integer']) ?? []
  const rows = await session.all<{ readonly at: number; readonly seen: string }>(
    isNewest
      ? `select at, seen from observations where page_id = $1 and at < $2 order by at desc limit ${limit + 1}`
      : `select at, seen from observations where page_id = $1 and at > $2 order by at limit ${limit + 1}`,
    [pageId, after],
  )
  const { items, next } = toPart(rows, limit, ({ at }) => [at])
  return { items: items.map(({ seen }) => JSON.parse(seen) as Observation), next }
}
