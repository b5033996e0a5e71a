import type { Policy } from '@canonist/core'
import type { Database, Session, Transaction, Value } from '@canonist/registry/internal/store/database'
import { isoTime } from '@canonist/core/internal/text/iso-time'
import type { LoopGuard } from '@canonist/web/internal/net/loop-guard'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { Where } from '@canonist/registry/internal/store/sql-values'
import type { DuePage } from '../health.ts'
import type { PageFilter } from '../page-filter.ts'
import {
  getInterval,
  findPriority,
  computeShortestInterval,
  type CheckPriority,
  listDomainsWithPriority,
} from '../priority.ts'
import { filterPages, WATCHED } from './pages.sql.ts'

// The priority of pages, and when they are due: `due_at` and `priority` of `page_health`.

interface DueRow {
  readonly pageId: number
  readonly url: string
  readonly host: string
  readonly priority: CheckPriority | null
  readonly verdict: string | null
  readonly checked_at: number | null
  readonly due_at: number | null
}

/** Pages that are due, including those that were never checked. */
export async function* streamDuePages(
  database: Database,
  policy: Policy,
  filter: PageFilter,
  now: number,
): AsyncGenerator<DuePage> {
  const where = filterPages(filter, database.dialect)
  if (filter.isAll !== true) {
    const soonest = where.put(now - computeShortestInterval(policy))
    where.and(`(coalesce(s.due_at, 0) <= ${where.put(now)} or (s.priority is null and s.checked_at <= ${soonest}))`)
  }
  const rows = database.stream<DueRow>(
    `select p.id as "pageId", p.canonical_url as url, h.host, s.priority, s.verdict, s.checked_at, s.due_at
     from pages p join hosts h on h.id = p.host_id left join page_health s on s.page_id = p.id
     where ${where.sql} order by coalesce(s.due_at, 0), p.id`,
    where.list,
  )
  for await (const row of rows) {
    const dueAt = computeDue(row, policy)
    if (filter.isAll === true || dueAt <= now) yield toDuePage(row, dueAt, policy)
  }
}

/** If the policy now wants the page earlier, the next pass will move its due time forward. */
function computeDue({ priority, checked_at, due_at, url }: DueRow, policy: Policy): number {
  if (due_at === null || checked_at === null || priority !== null) return due_at ?? 0
  return Math.min(due_at, checked_at + getInterval(findPriority(policy, url)))
}

function toDuePage({ checked_at, due_at: _, priority, ...row }: DueRow, dueAt: number, policy: Policy): DuePage {
  return {
    ...row,
    priority: priority ?? findPriority(policy, row.url),
    checkedAt: checked_at === null ? null : isoTime(checked_at),
    // A page that was never checked has no due time yet.
    dueAt: dueAt === 0 ? null : isoTime(dueAt),
  }
}

const PAGES_AT_ONCE = 1000

interface WaitingRow {
  readonly id: number
  readonly url: string
  readonly checked_at: number
}

/**
 * Moves due times forward for pages that the policy now wants to check more often. Priorities set by hand stay. Works in batches, so
 * that other processes can write in between, and can be stopped between two of them: the next call does the rest.
 */
export async function advanceDue(database: Database, policy: Policy, guard: LoopGuard): Promise<void> {
  let last: number | null = 0
  while (last !== null && (await guard.mayStep())) {
    const start: number = last
    last = await database.transaction((transaction) => advanceBatch(transaction, policy, start))
  }
}

/**
 * The same for one batch of pages after an id.
 *
 * @param pageIds only these pages; all if omitted
 * @returns the id after which to continue; null if none is left
 */
async function advanceBatch(
  transaction: Transaction,
  policy: Policy,
  last: number,
  pageIds?: readonly number[],
): Promise<number | null> {
  const rows = await findWaitingPages(transaction, policy, last, pageIds)
  for (const { id, url, checked_at } of rows) {
    const dueAt = checked_at + getInterval(findPriority(policy, url))
    await transaction.run('update page_health set due_at = $2 where page_id = $1 and due_at > $2', [id, dueAt])
  }
  return rows.length < PAGES_AT_ONCE ? null : (rows.at(-1)?.id ?? null)
}

/** Pages that may be due earlier; the policy decides which of them are. */
function findWaitingPages(
  session: Session,
  policy: Policy,
  last: number,
  pageIds: readonly number[] | undefined,
): Promise<WaitingRow[]> {
  const where = new Where().and('p.merged_into is null and s.priority is null')
  where.and(`s.due_at > s.checked_at + ${where.put(computeShortestInterval(policy))} and p.id > ${where.put(last)}`)
  if (pageIds !== undefined) where.and(`p.id in ${selectJsonIds(session.dialect, where.put(toSqlJson(pageIds)))}`)
  const hosts = listDomainsWithPriority(policy)
  if (hosts !== null) where.and(`p.host_id in (select id from hosts where ${formatBelow(where, hosts)})`)
  return session.all<WaitingRow>(
    `select p.id, p.canonical_url as url, s.checked_at from ${WATCHED} where ${where.sql} order by p.id limit ${PAGES_AT_ONCE}`,
    where.list,
  )
}

/** A section of a policy covers a domain and its subdomains. */
function formatBelow(where: Where, domains: readonly string[]): string {
  const conditions = domains.map((domain) => `host = ${where.put(domain)} or host like ${where.put(`%.${domain}`)}`)
  return conditions.length === 0 ? 'false' : conditions.join(' or ')
}

/** Sets how often pages are checked; null leaves it to the policy. A page that is checked more often is due earlier. */
export async function setPriority(
  session: Transaction,
  policy: Policy,
  pageIds: readonly number[],
  priority: CheckPriority | null,
): Promise<void> {
  const ids = `select id from ${selectJsonIds(session.dialect, '$1')} ids`
  await session.run(formatSetPriority(ids, ['$2', '$3']), [toSqlJson(pageIds), ...listPriorityValues(priority)])
  let last: number | null = priority === null ? 0 : null
  while (last !== null) last = await advanceBatch(session, policy, last, pageIds)
}

/** Sets the priority of the pages whose `id` is selected. A page that is now checked more often is due earlier. */
export const formatSetPriority = (ids: string, [priority, interval]: readonly [string, string]): string =>
  `insert into page_health (page_id, due_at, priority)
   select id, 0, ${priority} from (${ids}) wanted where true order by id
   on conflict (page_id) do update set priority = excluded.priority,
     due_at = case when page_health.due_at > page_health.checked_at + ${interval} then page_health.checked_at + ${interval}
       else page_health.due_at end`

/** The priority and its interval; both are null if the policy decides. */
export const listPriorityValues = (priority: CheckPriority | null): readonly [Value, Value] => [
  priority,
  priority === null ? null : getInterval(priority),
]
