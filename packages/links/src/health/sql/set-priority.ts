import type { Policy } from '@canonist/core'
import type { Transaction, Value } from '@canonist/registry/internal/store/database'
import { advanceBatch } from './advance-due.ts'
import { getInterval, type CheckPriority } from '../priority.ts'
import { selectJsonIds, toSqlJson } from '@canonist/registry/internal/store/json-rows'

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
