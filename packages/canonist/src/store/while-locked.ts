import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreError } from './failures.ts'

const LONGEST_NAP_MS = 25

/** Tries again as long as another process is writing, at most for `wait` milliseconds; others here go on meanwhile. */
export async function whileLocked<T>(wait: number, work: () => T): Promise<T> {
  for (let waited = 0, nap = 1; ; waited += nap, nap = Math.min(nap * 2, LONGEST_NAP_MS)) {
    try {
      return work()
    } catch (error) {
      if (!isStoreError(error, 'store/locked') || waited >= wait) throw error
    }
    await sleep(nap)
  }
}
