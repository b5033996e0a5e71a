import { setVerdict } from '@canonist/registry/internal/registry/sql/pages-write.sql'
import type { Transaction, Database, Session } from '@canonist/registry/internal/store/database'
import type { Policy } from '@canonist/core'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { CanonicalUrl, FetchUrl } from '@canonist/core/internal/text/stages'
import { listPageIds } from '@canonist/registry/internal/registry/lists/list-page-ids'
import { readCounts } from '@canonist/registry/internal/store/sql/read-counts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import type { ListPart, PartOptions } from '@canonist/registry/internal/store/list-part'
import type { Observation, TakeoverSuspicion } from '../observation.ts'
import { type Judgement, judge } from '../verdict.ts'
import { createUrlSuggester, type SuggestUrl } from '../suggest-url.ts'
import type { PageFilter } from '../page-filter.ts'
import { findPriority, type CheckPriority } from '../priority.ts'
import { type HealthVerdict, HEALTH_VERDICTS } from '../words.ts'
import { readHistory, replaceObservations } from './observations.sql.ts'
import { WATCHED, filterPages, IS_TURNED_AWAY } from './pages.sql.ts'

/** The current verdict of a page, with its reasons and times. Times are ISO 8601. */
export interface PageVerdict extends Omit<
  Judgement,
  'failingSince' | 'evidence' | 'movedTo' | 'leadsTo' | 'suspicion' | 'lastGood'
> {
  readonly pageId: number
  readonly url: CanonicalUrl
  /** The requested URL. */
  readonly fetchUrl: FetchUrl
  readonly host: string
  /** The effective priority. */
  readonly priority: CheckPriority
  readonly prioritySetBy: 'hand' | 'policy'
  /** The URL to write instead, as the policy spells and admits it; null if there is nothing better. */
  readonly movedTo: string | null
  /** The target of the redirects of a page that has moved or left the allowlist, as the server wrote it. */
  readonly leadsTo: string | null
  /** Why the page may have a new owner, until a person decides; null without a suspicion. */
  readonly suspicion: (Omit<TakeoverSuspicion, 'since'> & { readonly since: string }) | null
  /** When the page was last healthy, with a text that was not suspected; null if it never was. */
  readonly lastGood: string | null
  /** When the verdict was first given. */
  readonly since: string
  readonly failingSince: string | null
  readonly checkedAt: string
  readonly dueAt: string
  /** The times of the observations that the verdict follows from. */
  readonly evidence: readonly string[]
}

interface VerdictRow {
  readonly pageId: number
  readonly url: CanonicalUrl
  readonly fetchUrl: FetchUrl
  readonly host: string
  readonly priority: CheckPriority | null
  readonly verdict: HealthVerdict
  readonly since: number
  readonly checked_at: number
  readonly due_at: number
  readonly judgement: string
  /** The time of the newest observation. A decision of a person comes after the check that gave the judgement. */
  readonly last_at: number | null
}

/** Columns of a verdict, from `WATCHED`. */
const VERDICT_COLUMNS = `p.id as "pageId", p.canonical_url as url, p.fetch_url as "fetchUrl", h.host, s.priority, s.verdict,
  s.since, s.checked_at, s.due_at, s.judgement, (select max(o.at) from observations o where o.page_id = p.id) as last_at`

/** The current verdicts of all checked pages, or of those that the filter selects. */
export async function* streamVerdicts(
  database: Database,
  policy: Policy,
  filter: PageFilter,
): AsyncGenerator<PageVerdict> {
  const advice = createUrlSuggester(policy)
  const where = filterPages(filter, database.dialect).and('s.verdict is not null')
  const rows = database.stream<VerdictRow>(
    `select ${VERDICT_COLUMNS} from ${WATCHED} where ${where.sql} order by p.id`,
    where.list,
  )
  for await (const row of rows) yield toPageVerdict(await loadJudgement(database, row), policy, advice)
}

interface JudgedRow extends Omit<VerdictRow, 'judgement' | 'last_at'> {
  readonly judged: Omit<Judgement, 'verdict'>
}

/** Judgements that older versions wrote lack some fields. */
type StoredJudgement = Omit<Judgement, 'verdict' | NewField> & Partial<Pick<Judgement, NewField>>
type NewField = 'leadsTo' | 'lostFragments' | 'suspicion' | 'lastGood'

/** The stored judgement; computed again if a person has decided since, or if an older version stored too little. */
async function loadJudgement(database: Database, { judgement, last_at, ...row }: VerdictRow): Promise<JudgedRow> {
  const stored = JSON.parse(judgement) as StoredJudgement
  const isGood = row.verdict === 'healthy' || row.verdict === 'moved'
  const isDecided = (last_at ?? 0) > row.checked_at
  const again =
    isDecided || (stored.lastGood === undefined && !isGood) ? judge(await readHistory(database, row.pageId)) : null
  if (again === null) {
    const known = { leadsTo: null, lostFragments: [], suspicion: null, lastGood: isGood ? row.checked_at : null }
    return { ...row, judged: { ...known, ...stored } }
  }
  const { verdict, ...judged } = again
  return { ...row, verdict, since: verdict === row.verdict ? row.since : (last_at ?? row.since), judged }
}

function toPageVerdict(row: JudgedRow, policy: Policy, advice: SuggestUrl): PageVerdict {
  const { checked_at, due_at, judged, since, priority, ...page } = row
  const { failingSince, evidence, movedTo, leadsTo, suspicion, lastGood, ...rest } = judged
  return {
    ...page,
    ...rest,
    priority: priority ?? findPriority(policy, page.url),
    prioritySetBy: priority === null ? 'policy' : 'hand',
    movedTo: movedTo === null ? null : advice(page.url, movedTo),
    leadsTo: leadsTo ?? movedTo,
    suspicion: suspicion === null ? null : { ...suspicion, since: isoTime(suspicion.since) },
    lastGood: lastGood === null ? null : isoTime(lastGood),
    since: isoTime(since),
    failingSince: failingSince === null ? null : isoTime(failingSince),
    checkedAt: isoTime(checked_at),
    dueAt: isoTime(due_at),
    evidence: evidence.map(isoTime),
  }
}

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

export interface JudgementRecord {
  readonly pageId: number
  readonly observation: Observation
  /** The times of observations to delete. */
  readonly forgotten: readonly number[]
  readonly judgement: Judgement
  /** When the verdict was first given. */
  readonly since: number
  readonly dueAt: number
}

/** Stores an observation, the judgement that follows from it, and the time of the next check. */
export async function writeJudgement(transaction: Transaction, written: JudgementRecord): Promise<void> {
  const { pageId, observation, forgotten, judgement, since, dueAt } = written
  await replaceObservations(transaction, pageId, observation, forgotten)
  const { verdict, ...rest } = judgement
  await transaction.run(
    `update page_health set verdict = $2, since = $3, judgement = $4, checked_at = $5, due_at = $6 where page_id = $1`,
    [pageId, verdict, since, JSON.stringify(rest), observation.at, dueAt],
  )
  await setVerdict(transaction, pageId, verdict)
}
