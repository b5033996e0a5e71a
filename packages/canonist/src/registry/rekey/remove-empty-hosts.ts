import type { Transaction } from '../../store/database.ts'

/** Every table that refers to hosts. Where the frontier has URLs of a host it also has its clocks, in `frontier_hosts`. */
const REFERRING = ['pages', 'host_facts', 'host_health', 'frontier_hosts', 'frontier_robots'] as const

/**
 * Removes the hosts that nothing refers to any more: pages have moved away from them. Only while keys are being moved, when
 * no URL can be added: a host must not vanish from under a page that is just being made.
 */
export async function removeEmptyHosts(transaction: Transaction): Promise<void> {
  const isUnused = REFERRING.map((table) => `id not in (select host_id from ${table})`).join(' and ')
  await transaction.run(`delete from hosts where ${isUnused}`)
}
