import type { Database } from '@canonist/registry/internal/store/database'
import { findFaults } from '../../frontier/support/faults.ts'

/** What is out of joint at this moment, where the clock is the real one. */
export async function faultsNow(database: Database): Promise<string[]> {
  const setClock = (time: number | null) => database.run('update shared_clock set set_to = $1', [time])
  await setClock(Date.now())
  try {
    return await findFaults(database)
  } finally {
    await setClock(null)
  }
}
