import { hostOf } from '../../registry/spelling.ts'
import type { Transaction } from '../../store/database.ts'
import type { Reason } from '../reasons.ts'

/** The host at the end of a way that leads on, which was not free. */
export interface AwaitedHost {
  readonly host: string
  /** Not before then; in the past where somebody has it at this moment. */
  readonly allowedAt: number
  /** Why nobody waits for it; null where it is well. */
  readonly downBy: Reason | null
}

export async function awaitedHost(transaction: Transaction, url: string): Promise<AwaitedHost> {
  const host = hostOf(url)
  const [row] = await transaction.all<{ allowed_at: number; is_down: number; reason: Reason | null }>(
    `select h.allowed_at, h.is_down, h.reason from hosts n join host_clocks h on h.host_id = n.id where n.host = $1`,
    [host],
  )
  return { host, allowedAt: row?.allowed_at ?? 0, downBy: row?.is_down === 1 ? row.reason : null }
}
