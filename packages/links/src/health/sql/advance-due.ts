import type { Policy } from '@canonist/core'
import type { LoopGuard } from '@canonist/web/internal/net/loop-guard'
import type { Database, Session, Transaction } from '@canonist/registry/internal/store/database'
import { listDomainsWithPriority, getInterval, findPriority, computeShortestInterval } from '../priority.ts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'
import { Where } from '@canonist/registry/internal/store/sql-values'
import { WATCHED } from './page-conditions.ts'

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
export async function advanceBatch(
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
