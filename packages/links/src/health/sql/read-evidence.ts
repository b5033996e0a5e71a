import type { Session } from '@canonist/registry/internal/store/database'
import type { Observation } from '../observation.ts'
import type { PageVerdict } from './stream-verdicts.ts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

/** The observations that verdicts follow from, by page, oldest first. */
export async function readEvidence(
  session: Session,
  pages: readonly Pick<PageVerdict, 'pageId' | 'evidence'>[],
): Promise<Map<number, Observation[]>> {
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
