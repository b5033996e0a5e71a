/** How often the clock looks whether the event loop turns. */
const BEAT_MS = 50
/** In every process, timers are late by a little. */
const SLACK_MS = 10
const MAX_COUNTED_MS = BEAT_MS + SLACK_MS

/**
 * A clock that counts only the time in which this process was able to respond. While the process is late, because it has no CPU time, was
 * stopped or does one long piece of work, the clock pauses: a server cannot be blamed for time in which nothing read its response.
 *
 * It is *off*, or *on* while it is used. While it is on it beats every 50 ms, but at most once in a turn of the event loop, and after that
 * turn has read the sockets. A beat that is late counts as one that is not; the rest of its time is lost.
 *
 * Must never count time between two reads of the sockets for more than one beat.
 */
class LoopClock {
  #uses = 0
  #beatAt = 0
  #countedMs = 0
  #lostMs = 0
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined

  /** Turns the clock on until the returned function is called. */
  use(): () => void {
    if (this.#uses === 0) this.#start()
    this.#uses += 1
    let isUsed = true
    return () => {
      if (isUsed) this.#uses -= 1
      if (isUsed && this.#uses === 0) this.#stop()
      isUsed = false
    }
  }

  /** Counted milliseconds. */
  now(): number {
    return this.#countedMs + Math.min(this.#computeGap(), MAX_COUNTED_MS)
  }

  /** Milliseconds that were not counted so far, because the process was late. */
  get lostMs(): number {
    return this.#lostMs + Math.max(0, this.#computeGap() - MAX_COUNTED_MS)
  }

  #computeGap(): number {
    return this.#uses === 0 ? 0 : performance.now() - this.#beatAt
  }

  #start(): void {
    this.#beatAt = performance.now()
    this.#waitForBeat()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
  }

  #waitForBeat(): void {
    this.#timer = setTimeout(() => {
      this.#immediate = setImmediate(() => this.#beat())
    }, BEAT_MS).unref()
  }

  #beat(): void {
    const [counted, lost] = [this.now(), this.lostMs]
    this.#countedMs = counted
    this.#lostMs = lost
    this.#beatAt = performance.now()
    this.#waitForBeat()
  }
}

/** Of the whole process, as the event loop is. */
export const LOOP_CLOCK = new LoopClock()

/** Calls `onPast` once the loop clock has counted this many milliseconds, unless the returned function is called before. */
export function startDeadline(ms: number, onPast: () => void): () => void {
  const release = LOOP_CLOCK.use()
  const endsAt = LOOP_CLOCK.now() + ms
  let timer: NodeJS.Timeout | undefined
  let immediate: NodeJS.Immediate | undefined
  const look = (): void => {
    const left = endsAt - LOOP_CLOCK.now()
    if (left >= 1) wait(left)
    else onPast()
  }
  const wait = (left: number): void => {
    timer = setTimeout(() => {
      // Not at once: a timer that is late fires before the turn reads the sockets, where the response may be waiting.
      immediate = setImmediate(look)
    }, left)
  }
  wait(ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
    release()
  }
}
