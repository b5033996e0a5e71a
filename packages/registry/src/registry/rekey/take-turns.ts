import { setImmediate as nextTurn } from 'node:timers/promises'

/** After this long, others get their turn. */
const SLICE_MS = 20

/** Called between two steps of long work: lets others do theirs whenever its time is up. What `check` throws ends the work. */
export type TakeTurns = () => Promise<void>

export function createTurns(check: () => void): TakeTurns {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < SLICE_MS) return
    await nextTurn()
    check()
    started = performance.now()
  }
}
