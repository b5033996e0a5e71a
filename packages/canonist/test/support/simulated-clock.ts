import { setImmediate } from 'node:timers/promises'

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock for tests: it stands still while anyone is at work, and jumps to whoever wakes next when all sleep. */
export interface SimulatedClock {
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Lets time pass until the promise settles, or nobody sleeps any more. */
  readonly run: <Result>(promise: Promise<Result>) => Promise<Result>
  /** How many sleep at this moment. */
  readonly sleepers: () => number
}

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
    for (await setImmediate(); !isSettled && sleepers.size > 0; await setImmediate()) wakeNext()
    return promise
  }

  return { now: () => time, sleep, run, sleepers: () => sleepers.size }
}
