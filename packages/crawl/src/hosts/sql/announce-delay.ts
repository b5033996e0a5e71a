import type { Database } from '@canonist/registry/internal/store/database'
import type { HostSettings } from '../settings.ts'
import { DELAY_EXPIRES_MS } from '../shared-delay.ts'

/**
 * Announces the delay of this process to the others, unless a longer one is active. Runs in its own transaction, so that no process waits
 * for the shared clock while it holds hosts.
 */
export async function announceDelay(database: Database, { hostDelayMs }: HostSettings, now: number): Promise<void> {
  await database.run(
    `update shared_clock set pause_ms = $1, pause_said_at = $2,
       pause_since = case when pause_ms = $1 then pause_since when pause_said_at > $3 then $2 else 0 end
     where pause_ms <= $1 or pause_said_at <= $3`,
    [Math.ceil(hostDelayMs), now, now - DELAY_EXPIRES_MS],
  )
}
