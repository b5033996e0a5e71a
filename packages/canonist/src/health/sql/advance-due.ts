import type { Policy } from '@canonist/core'
import type { Database, Session, Transaction } from '../../store/database.ts'
import { listDomainsWithPriority, getInterval, findPriority, computeShortestInterval } from '../priority.ts'
import { selectJsonIds, toSqlJson } from '../../store/json-rows.ts'
import { Where } from '../../store/sql-values.ts'
import { WATCHED } from './page-conditions.ts'

const PAGES_AT_ONCE = 1000

interface WaitingRow {
  readonly id: number
  readonly url: string
  readonly checked_at: number
}

/**
 * Brings pages forward that the policy wants to be looked at more often than when they were last looked at. What was set
 * by hand stays. Some at a time, so that others may write between.
 */
export async function advanceDue(database: Database, policy: Policy): Promise<void> {
  let last: number | null = 0
  while (last !== null) {
    const start: number = last
    last = await database.transaction((transaction) => advanceBatch(transaction, policy, start))
  }
}

/**
 * The same for pages behind an id.
 *
 * @param pageIds only these; all where none are named
 * @returns behind which id to go on; null where none is left
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

/** Those that may have to come forward; the policy says which of them do. */
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

/** A section of a policy is about a domain and all below it. */
function formatBelow(where: Where, domains: readonly string[]): string {
  const conditions = domains.map((domain) => `host = ${where.put(domain)} or host like ${where.put(`%.${domain}`)}`)
  return conditions.length === 0 ? 'false' : conditions.join(' or ')
}
