import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface HoldUp {
  /** Until so many connections to the server wait for others. */
  isWaitedFor(connections: number): Promise<void>
  released(): Promise<void>
}

/** More than a minute, even on a machine where nothing else waits. */
const MAX_ROUNDS = 6000

const WAITING = "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'"

/** From now on nobody can write to the queue of a PostgreSQL database: whoever tries stands still in the middle of it. */
export async function holdUp(location: string): Promise<HoldUp> {
  const client = new pg.Client(location)
  // The server may be stopped meanwhile.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table frontier_urls in exclusive mode')
  return {
    async isWaitedFor(connections) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        if (((await client.query<{ count: number }>(WAITING)).rows[0]?.count ?? 0) >= connections) return
        await sleep(10)
      }
      throw new Error(`${connections} connections should wait for the queue, and do not`)
    },
    released: () => client.end(),
  }
}
