import type { Transaction } from '@canonist/registry/internal/store/database'

/** Low, normal, high. */
export const PRIORITIES = [0, 1, 2] as const

export type PriorityNumber = (typeof PRIORITIES)[number]

const WAS_USED = { 0: 'has_low', 1: null, 2: 'has_high' } as const

/**
 * Formats a condition for the URLs of one priority. Most queues use only one priority, and looking for the other two would be most of the
 * cost of reading a host, so the condition skips priorities that were never used.
 *
 * @param urls our own SQL: the alias of `frontier_urls` in the surrounding query
 */
export function hasPriority(priority: PriorityNumber, urls: string): string {
  const column = WAS_USED[priority]
  const isThis = `${urls}.priority = ${priority}`
  return column === null ? isThis : `(select ${column} from shared_clock) = 1 and ${isThis}`
}

/** Records that a priority is used. Call this before queuing URLs with it. */
export async function notePriorityUse(transaction: Transaction, priority: PriorityNumber): Promise<void> {
  const column = WAS_USED[priority]
  if (column !== null) await transaction.run(`update shared_clock set ${column} = 1 where ${column} = 0`)
}
