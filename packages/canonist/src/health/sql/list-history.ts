import type { Session } from '../../store/database.ts'
import { readCursor, readLimit, toPart, type ListPart, type PartOptions } from '../../store/list-part.ts'
import type { Observation } from '../observation.ts'

/** A part of the observations of a page, oldest first. The cursor is the time of the last item. */
export async function listHistory(
  session: Session,
  pageId: number,
  options: PartOptions,
): Promise<ListPart<Observation>> {
  const limit = readLimit(options)
  const [after = -1] = readCursor(options, ['integer']) ?? []
  const rows = await session.all<{ readonly at: number; readonly seen: string }>(
    `select at, seen from observations where page_id = $1 and at > $2 order by at limit ${limit + 1}`,
    [pageId, after],
  )
  const { items, next } = toPart(rows, limit, ({ at }) => [at])
  return { items: items.map(({ seen }) => JSON.parse(seen) as Observation), next }
}
