import type { Transaction } from '../../store/database.ts'

/** Low, normal, high. */
export const PRIORITIES = [0, 1, 2] as const

export type PriorityNumber = (typeof PRIORITIES)[number]

const WAS_USED = { 0: 'has_low', 1: null, 2: 'has_high' } as const

/**
 * A condition for the URLs of one priority. Most queues know only one, and to look for the first of the other two is most of
 * what it costs to look at a host; so they are looked for only where there ever was one.
 *
 * @param urls our own text: what `frontier_urls` is called in the query around it
 */
export function hasPriority(priority: PriorityNumber, urls: string): string {
  const column = WAS_USED[priority]
  const isThis = `${urls}.priority = ${priority}`
  return column === null ? isThis : `(select ${column} from shared_clock) = 1 and ${isThis}`
}

/** For who is about to queue URLs of a priority: from then on they are looked for. */
export async function notePriorityUse(transaction: Transaction, priority: PriorityNumber): Promise<void> {
  const column = WAS_USED[priority]
  if (column !== null) await transaction.run(`update shared_clock set ${column} = 1 where ${column} = 0`)
}
