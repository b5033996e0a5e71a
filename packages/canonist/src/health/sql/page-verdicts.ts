import type { Policy } from '@canonist/core'
import type { Database } from '../../store/database.ts'
import { isoTime } from '../../registry/page-rows.ts'
import { createAdvice, type Advice } from '../advice.ts'
import type { PageFilter } from '../page-filter.ts'
import { priorityOf, type Priority } from '../priority.ts'
import type { Judgement } from '../verdict.ts'
import type { Verdict } from '../words.ts'
import { WATCHED, wherePages } from './where.ts'

/** What is held of a page, and since when. Times are ISO 8601. */
export interface PageVerdict extends Omit<Judgement, 'failingSince' | 'evidence' | 'movedTo' | 'leadsTo'> {
  readonly pageId: number
  readonly url: string
  /** What is requested. */
  readonly fetchUrl: string
  readonly host: string
  /** The one that counts. */
  readonly priority: Priority
  readonly prioritySetBy: 'hand' | 'policy'
  /** What to write instead, as the policy spells and admits it; null where there is nothing better. */
  readonly movedTo: string | null
  /** Where the redirects of a page lead that has moved, or that the policy does not allow, as the server has it. */
  readonly leadsTo: string | null
  /** When the verdict was first given. */
  readonly since: string
  readonly failingSince: string | null
  readonly checkedAt: string
  readonly dueAt: string
  /** The times of the observations that it follows from. */
  readonly evidence: readonly string[]
}

interface VerdictRow {
  readonly pageId: number
  readonly url: string
  readonly fetchUrl: string
  readonly host: string
  readonly priority: Priority | null
  readonly verdict: Verdict
  readonly since: number
  readonly checked_at: number
  readonly due_at: number
  readonly judgement: string
}

/** The verdicts in force on all pages that were looked at, or on those that the filter means. */
export async function* pageVerdicts(
  database: Database,
  policy: Policy,
  filter: PageFilter,
): AsyncGenerator<PageVerdict> {
  const advice = createAdvice(policy)
  const where = wherePages(filter, database.dialect).and('s.verdict is not null')
  const rows = database.stream<VerdictRow>(
    `select p.id as "pageId", p.canonical_url as url, p.fetch_url as "fetchUrl", h.host, s.priority, s.verdict, s.since,
       s.checked_at, s.due_at, s.judgement
     from ${WATCHED} where ${where.sql} order by p.id`,
    where.values,
  )
  for await (const row of rows) yield verdictOf(row, policy, advice)
}

function verdictOf(row: VerdictRow, policy: Policy, advice: Advice): PageVerdict {
  const { checked_at, due_at, judgement, since, priority, ...page } = row
  const {
    failingSince,
    evidence,
    movedTo,
    leadsTo,
    lostFragments = [],
    ...rest
  } = JSON.parse(judgement) as StoredJudgement
  return {
    ...page,
    ...rest,
    priority: priority ?? priorityOf(policy, page.url),
    prioritySetBy: priority === null ? 'policy' : 'hand',
    movedTo: movedTo === null ? null : advice(page.url, movedTo),
    leadsTo: leadsTo ?? movedTo,
    lostFragments,
    since: isoTime(since),
    failingSince: failingSince === null ? null : isoTime(failingSince),
    checkedAt: isoTime(checked_at),
    dueAt: isoTime(due_at),
    evidence: evidence.map(isoTime),
  }
}

/** Judgements that older versions wrote lack some fields. */
type StoredJudgement = Omit<Judgement, 'verdict' | 'leadsTo' | 'lostFragments'> &
  Partial<Pick<Judgement, 'leadsTo' | 'lostFragments'>>
