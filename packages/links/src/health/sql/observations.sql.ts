import type { Session, Transaction } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import {
  readCursor,
  readLimit,
  toPart,
  type ListPart,
  type PartOptions,
} from '@canonist/registry/internal/store/list-part'
import type { Observation } from '../observation.ts'

/**
 * Stores an observation of a page, and deletes others.
 *
 * @param forgotten the times of observations to delete
 */
export async function replaceObservations(
  transaction: Transaction,
  pageId: number,
  observation: Observation,
  forgotten: readonly number[],
): Promise<void> {
  await transaction.run('insert into observations (page_id, at, seen) values ($1, $2, $3)', [
    pageId,
    observation.at,
    JSON.stringify(observation),
  ])
  for (const at of forgotten)
    await transaction.run('delete from observations where page_id = $1 and at = $2', [pageId, at])
}

/** The observations of a page, oldest first. */
export async function readHistory(session: Session, pageId: number): Promise<Observation[]> {
  const rows = await session.all<{ readonly seen: string }>(
    'select seen from observations where page_id = $1 order by at',
    [pageId],
  )
  return rows.map(({ seen }) => JSON.parse(seen) as Observation)
}

/** The times of the observations that the verdict of a page follows from. */
export interface Evidence {
  readonly pageId: number
  /** ISO 8601. */
  readonly evidence: readonly string[]
}

/** The observations that verdicts follow from, by page, oldest first. */
export async function readEvidence(session: Session, pages: readonly Evidence[]): Promise<Map<number, Observation[]>> {
  const found = new Map(pages.map(({ pageId }) => [pageId, [] as Observation[]]))
  const times = new Map(
    pages.map(({ pageId, evidence }) => [pageId, new Set(evidence.map((time) => Date.parse(time)))]),
  )
  const rows = await session.all<{ readonly page_id: number; readonly at: number; readonly seen: string }>(
    `select page_id, at, seen from observations where page_id in ${selectJsonIds(session.dialect, '$1')} order by page_id, at`,
    [toSqlJson([...found.keys()])],
  )
  for (const { page_id, at, seen } of rows)
    if (times.get(page_id)?.has(at)) found.get(page_id)?.push(JSON.parse(seen) as Observation)
  return found
}

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
