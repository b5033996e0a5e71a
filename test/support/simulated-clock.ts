import { setImmediate } from 'node:timers/promises'

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock for tests: it stands still while anyone is at work, and jumps to whoever wakes next when all sleep. */
export interface SimulatedClock {
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Lets time pass until the promise settles. Throws if it waits for a long time although nobody sleeps. */
  readonly run: <Result>(promise: Promise<Result>) => Promise<Result>
  /** How many sleep at this moment. */
  readonly sleepers: () => number
}

/** Real time. Far more than any work between two sleeps takes. */
const MAX_WORK_MS = 60_000

export function createSimulatedClock(start = 0): SimulatedClock {
  let time = start
  const sleepers = new Set<Sleeper>()

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: time + ms, wake: resolve }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', () => {
        sleepers.delete(sleeper)
        reject(signal.reason as Error)
      })
    })
  }

  function wakeNext(): void {
    time = Math.min(...[...sleepers].map(({ at }) => at))
    for (const sleeper of sleepers) {
      if (sleeper.at > time) continue
      sleepers.delete(sleeper)
      sleeper.wake()
    }
  }

  async function run<Result>(promise: Promise<Result>): Promise<Result> {
    let isSettled = false
    const settle = (): void => void (isSettled = true)
    promise.then(settle, settle)
    let movedAt = performance.now()
    for (await setImmediate(); !isSettled; await setImmediate()) {
      if (sleepers.size > 0) {
        wakeNext()
        movedAt = performance.now()
        continue
      }
      // Work may take several turns of the event loop: a LoopGuard waits for one every ten milliseconds.
      if (performance.now() - movedAt > MAX_WORK_MS) throw new Error('nobody sleeps, but the work does not end')
    }
    return promise
  }

  return { now: () => time, sleep, run, sleepers: () => sleepers.size }
}
