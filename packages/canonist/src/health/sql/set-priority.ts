import type { Policy } from '@canonist/core'
import type { Transaction } from '../../store/database.ts'
import { advanceSome } from './advance-due.ts'
import { intervalOf, type Priority } from '../priority.ts'

/** How often pages are looked at, by hand; null leaves it to the policy. Whoever is looked at more often is due sooner. */
export async function setPriority(
  session: Transaction,
  policy: Policy,
  pageIds: readonly number[],
  priority: Priority | null,
): Promise<void> {
  for (const pageId of pageIds) {
    await session.run(
      `insert into page_health (page_id, due_at, priority) values ($1, 0, $2)
       on conflict (page_id) do update set priority = excluded.priority`,
      [pageId, priority],
    )
    if (priority === null) continue
    await session.run(
      'update page_health set due_at = checked_at + $2 where page_id = $1 and due_at > checked_at + $2',
      [pageId, intervalOf(priority)],
    )
  }
  let last: number | null = priority === null ? 0 : null
  while (last !== null) last = await advanceSome(session, policy, last, pageIds)
}
