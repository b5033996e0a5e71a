import { setTimeout as sleep } from 'node:timers/promises'

/** Time as a worker measures it: never compared with that of the database. */
export interface WorkerClock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Rejects as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: WorkerClock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
}

/** Sleeps to the end even where a timer wakes too early: hosts count every millisecond. */
export async function sleepUntil(time: number, { now, sleep }: WorkerClock, signal?: AbortSignal): Promise<void> {
  for (let ms = time - now(); ms > 0; ms = time - now()) await sleep(Math.ceil(ms), signal)
}
