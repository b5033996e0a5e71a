/** The clock of a worker. Never compared with the clock of the database. */
export interface WorkerClock {
  /** Monotonic milliseconds. */
  readonly now: () => number
  /**
   * Milliseconds of the wall clock, which also runs while the machine sleeps. Only used for deadlines: a lease expires by whichever
   * clock says so first. Default: only `now` counts.
   */
  readonly wallNow?: (() => number) | undefined
  /** Rejects with the reason of the signal as soon as it aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const SYSTEM_CLOCK: WorkerClock = { now: () => performance.now(), wallNow: Date.now, sleep }

/** Not `node:timers/promises`: it creates an error with a stack for every aborted sleep, which dominated the cost of sleeping. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Sleeps until the time has really come, even if a timer fires early: the delay of a host must never be cut short. */
export async function sleepUntil(time: number, { now, sleep }: WorkerClock, signal?: AbortSignal): Promise<void> {
  for (let ms = time - now(); ms > 0; ms = time - now()) await sleep(Math.ceil(ms), signal)
}

/** The abort reason of a sleep that was woken; never reported. */
const WOKEN = new Error('awake')

/** Lets one loop sleep until something happens: `wake` ends the sleep, at once or at a later time. */
export class WakeSignal {
  readonly #clock: WorkerClock
  #alarm = new AbortController()
  #wakeAt = Number.POSITIVE_INFINITY

  constructor(clock: WorkerClock) {
    this.#clock = clock
  }

  /** Wakes the loop in `inMs` milliseconds. */
  wake(inMs = 0): void {
    const time = this.#clock.now() + inMs
    if (time >= this.#wakeAt) return
    this.#wakeAt = time
    this.#alarm.abort(WOKEN)
  }

  /** Resolves when `wake` was called since the last wait, or after `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    const until = this.#clock.now() + ms
    for (;;) {
      const left = Math.min(until, this.#wakeAt) - this.#clock.now()
      if (left <= 0) break
      this.#alarm = new AbortController()
      await this.#clock.sleep(left, this.#alarm.signal).catch(() => undefined)
    }
    this.#wakeAt = Number.POSITIVE_INFINITY
  }
}
