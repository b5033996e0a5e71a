import type { Policy } from '@canonist/core'
import type { Database } from '../../store/database.ts'
import { isoTime } from '../../text/iso-time.ts'
import { createUrlSuggester, type SuggestUrl } from '../suggest-url.ts'
import type { TakeoverSuspicion } from '../observation.ts'
import type { PageFilter } from '../page-filter.ts'
import { findPriority, type CheckPriority } from '../priority.ts'
import { judge, type Judgement } from '../verdict.ts'
import type { HealthVerdict } from '../words.ts'
import { readHistory } from './find-next-page.ts'
import { WATCHED, filterPages } from './page-conditions.ts'
import type { CanonicalUrl, FetchUrl } from '../../text/stages.ts'

/** What is held of a page, and since when. Times are ISO 8601. */
export interface PageVerdict extends Omit<
  Judgement,
  'failingSince' | 'evidence' | 'movedTo' | 'leadsTo' | 'suspicion' | 'lastGood'
> {
  readonly pageId: number
  readonly url: CanonicalUrl
  /** What is requested. */
  readonly fetchUrl: FetchUrl
  readonly host: string
  /** The one that counts. */
  readonly priority: CheckPriority
  readonly prioritySetBy: 'hand' | 'policy'
  /** What to write instead, as the policy spells and admits it; null where there is nothing better. */
  readonly movedTo: string | null
  /** Where the redirects of a page lead that has moved, or that the policy does not allow, as the server has it. */
  readonly leadsTo: string | null
  /** Why the page may have another owner by now, until a person has accepted it; null where nothing is suspected. */
  readonly suspicion: (Omit<TakeoverSuspicion, 'since'> & { readonly since: string }) | null
  /** When the page was last seen there, with a text that was not under suspicion; null where it never was. */
  readonly lastGood: string | null
  /** When the verdict was first given. */
  readonly since: string
  readonly failingSince: string | null
  readonly checkedAt: string
  readonly dueAt: string
  /** The times of the observations that it follows from. */
  readonly evidence: readonly string[]
}

export interface VerdictRow {
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
  /** Of the newest observation: a decision of a person comes after the look that the judgement was made at. */
  readonly last_at: number | null
}

/** Columns of a verdict, from `WATCHED`. */
export const VERDICT_COLUMNS = `p.id as "pageId", p.canonical_url as url, p.fetch_url as "fetchUrl", h.host, s.priority, s.verdict,
  s.since, s.checked_at, s.due_at, s.judgement, (select max(o.at) from observations o where o.page_id = p.id) as last_at`

/** The verdicts in force on all pages that were looked at, or on those that the filter means. */
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

export interface JudgedRow extends Omit<VerdictRow, 'judgement' | 'last_at'> {
  readonly judged: Omit<Judgement, 'verdict'>
}

/** Judgements that older versions wrote lack some fields. */
type StoredJudgement = Omit<Judgement, 'verdict' | NewField> & Partial<Pick<Judgement, NewField>>
type NewField = 'leadsTo' | 'lostFragments' | 'suspicion' | 'lastGood'

/** As it was stored, or worked out again where a person has decided since, or an older version did not say enough. */
export async function loadJudgement(
  database: Database,
  { judgement, last_at, ...row }: VerdictRow,
): Promise<JudgedRow> {
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

export function toPageVerdict(row: JudgedRow, policy: Policy, advice: SuggestUrl): PageVerdict {
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
