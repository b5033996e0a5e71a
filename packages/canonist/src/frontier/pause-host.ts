import { plainHost } from '../registry/find.ts'
import { readClock } from './clock.ts'
import type { FrontierContext } from './context.ts'
import { lockHosts, writeHosts } from './hosts/host-rows.ts'

export async function setPaused(
  { database, settings }: FrontierContext,
  host: string,
  isPaused: boolean,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const now = await readClock(transaction, settings)
    const [found] = await transaction.all<{ readonly id: number }>('select id from hosts where host = $1', [
      plainHost(host),
    ])
    const [row] = await lockHosts(transaction, found === undefined ? [] : [found.id])
    if (row !== undefined) writeHosts(transaction, [{ ...row, isPaused }], now)
    return row !== undefined
  })
}
