import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreError } from './driver-errors.ts'

/** Long enough for a large batch of another process on a slow disk. */
export const LOCK_WAIT_MS = 30_000

const MAX_RETRY_DELAY_MS = 25

/** Retries while another process is writing, for up to `wait` milliseconds, without blocking this process. */
export async function retryWhileLocked<T>(wait: number, work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + wait
  for (let nap = 1; ; nap = Math.min(nap * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isStoreError(error, 'store/locked') || performance.now() >= deadline) throw error
    }
    await sleep(nap)
  }
}
