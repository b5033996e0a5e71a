import type { Policy } from '@canonist/core'
import { listPageIds } from '@canonist/registry/internal/registry/lists/list-page-ids'
import { readCounts } from '@canonist/registry/internal/store/sql/read-counts'
import type { Database, Session } from '@canonist/registry/internal/store/database'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import { createUrlSuggester } from '../suggest-url.ts'
import { HEALTH_VERDICTS, type HealthVerdict } from '../words.ts'
import { toPageVerdict, VERDICT_COLUMNS, loadJudgement, type PageVerdict, type VerdictRow } from './stream-verdicts.ts'
import { IS_TURNED_AWAY, WATCHED } from './page-conditions.ts'

export interface VerdictListFilter {
  /** The verdict of the last check. */
  readonly verdict?: HealthVerdict | undefined
  /** Several verdicts; `verdict` replaces them. */
  readonly verdicts?: readonly HealthVerdict[] | undefined
  readonly host?: string | undefined
}

/** A verdict in a list. */
export interface ListedVerdict extends PageVerdict {
  /** Whether all newest admissions of the page are rejections: then it is no longer checked. */
  readonly isTurnedAway: boolean
}

const ALL = Object.keys(HEALTH_VERDICTS) as HealthVerdict[]

/**
 * A part of the current verdicts. A page that a person has decided on since its last check is listed under the verdict of that check;
 * its item has the new one.
 */
export async function listVerdicts(
  database: Database,
  policy: Policy,
  { verdict, verdicts: several = ALL, host }: VerdictListFilter,
  options: PartOptions,
): Promise<ListPart<ListedVerdict>> {
  const verdicts = verdict === undefined ? several : [verdict]
  const { items: ids, next } = await listPageIds(database, { host, verdicts }, options)
  const rows = await database.all<VerdictRow & { readonly is_turned_away: number }>(
    `select ${VERDICT_COLUMNS}, ${IS_TURNED_AWAY} as is_turned_away from ${WATCHED}
     where s.verdict is not null and p.id in ${selectJsonIds(database.dialect, '$1')}`,
    [toSqlJson(ids)],
  )
  const byId = new Map(rows.map((row) => [row.pageId, row]))
  const advice = createUrlSuggester(policy)
  const items: ListedVerdict[] = []
  for (const { is_turned_away, ...row } of ids.flatMap((id) => byId.get(id) ?? [])) {
    const judged = await loadJudgement(database, row)
    items.push({ ...toPageVerdict(judged, policy, advice), isTurnedAway: is_turned_away === 1 })
  }
  return { items, next }
}

/** The number of pages by the verdict of their last check. */
export async function countVerdicts(session: Session): Promise<Readonly<Record<HealthVerdict, number>>> {
  const counts = await readCounts(session, 'verdicts')
  return Object.fromEntries(ALL.map((verdict) => [verdict, counts.get(verdict) ?? 0])) as Record<HealthVerdict, number>
}
