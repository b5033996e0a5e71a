import type { WorkerClock } from './clock.ts'

/** Lets one loop sleep until others have news for it. */
export class Pulse {
  readonly #clock: WorkerClock
  #wake: () => void = () => undefined
  #hasNews = false

  constructor(clock: WorkerClock) {
    this.#clock = clock
  }

  beat(): void {
    this.#hasNews = true
    this.#wake()
  }

  /** Until there is news since the last wait, or the time is over. */
  async wait(ms: number): Promise<void> {
    const timer = new AbortController()
    const news = new Promise<void>((resolve) => (this.#wake = resolve))
    if (!this.#hasNews) await Promise.race([news, this.#clock.sleep(ms, timer.signal).catch(() => undefined)])
    timer.abort()
    this.#wake = () => undefined
    this.#hasNews = false
  }
}
