import { HostLines } from './host-lines.ts'
import type { HostPause, PoliteHosts, TurnOptions, TurnWork } from './polite-hosts.ts'

export interface HostClockOptions {
  /** Minimum time between two requests to the same host, as the host sees it. */
  readonly delayMs: number
  /** Milliseconds of a clock that never goes back, such as performance.now. */
  readonly now: () => number
  /** Rejects as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Turns at hosts for a single process. */
export interface HostClock extends PoliteHosts {
  /** The host wants no request for this many seconds (Retry-After); at most a day is honoured. */
  pause(host: string, seconds: number): void
  /** How many hosts are remembered. */
  readonly size: number
}

interface Clock {
  nextStart: number
  /** The pause that the host asked for last, and when it ends. */
  pause: { readonly askedSeconds: number; readonly endsAt: number } | null
}

const MAX_CRAWL_DELAY_MS = 30_000
const MAX_PAUSE_MS = 24 * 60 * 60 * 1000
const SMALLEST_SWEEP = 1024

/**
 * Keeps the clocks of hosts in memory, for a process that has no database to share them by.
 *
 * A host is *idle*, *in use* by the caller at the head of its line, or *resting* until its next start. Idle hosts are forgotten as
 * soon as many are known.
 */
export function createHostClock({ delayMs, now, sleep }: HostClockOptions): HostClock {
  const clocks = new Map<string, Clock>()
  const lines = new HostLines()
  let sweepAt = SMALLEST_SWEEP

  function getClock(host: string): Clock {
    const clock = clocks.get(host) ?? { nextStart: Number.NEGATIVE_INFINITY, pause: null }
    if (clocks.size >= sweepAt) forgetIdleHosts()
    clocks.set(host, clock)
    return clock
  }

  function forgetIdleHosts(): void {
    for (const [host, clock] of clocks) if (lines.waiting(host) === 0 && clock.nextStart <= now()) clocks.delete(host)
    sweepAt = Math.max(SMALLEST_SWEEP, clocks.size * 2)
  }

  /** Null as soon as the turn is due; a result if the caller does not wait for the end of a pause. */
  async function waitUntilDue<Result>(
    clock: Clock,
    { signal, onPause }: TurnOptions<Result>,
  ): Promise<{ readonly result: Result } | null> {
    // In a loop: a timer may wake too early, and the host may have asked for a pause meanwhile.
    for (let ms = clock.nextStart - now(); ms > 0; ms = clock.nextStart - now()) {
      const pause = findPause(clock, now())
      const result = pause === null ? null : onPause?.(pause)
      if (result !== null && result !== undefined) return { result }
      await sleep(ms, signal)
    }
    return null
  }

  async function measure<Result>(clock: Clock, work: TurnWork<Result>, crawlDelayMs: number): Promise<Result> {
    let start = now()
    let isSkipped = false
    try {
      return await work({
        begin: () => void (start = now()),
        mayStart: () => true,
        signal: null,
        skip: () => void (isSkipped = true),
        answered: () => undefined,
        pause: (seconds) => pause(clock, seconds, now()),
      })
    } finally {
      // From the end: somewhere between start and end the server has met the request, and it is there that the pause
      // must hold, also where this one waited for a new connection and the next one does not.
      const end = now()
      const wait = Math.max(delayMs, crawlDelayMs, end - start)
      if (!isSkipped) clock.nextStart = Math.max(clock.nextStart, end + wait)
    }
  }

  return {
    async turn(host, work, options = {}) {
      options.signal?.throwIfAborted()
      const clock = getClock(host)
      return lines.take(host, options.signal, async () => {
        const ended = await waitUntilDue(clock, options)
        if (ended !== null) return ended.result
        return measure(clock, work, Math.min((options.crawlDelay ?? 0) * 1000, MAX_CRAWL_DELAY_MS))
      })
    },
    robots: null,
    pause: (host, seconds) => pause(getClock(host), seconds, now()),
    get size() {
      return clocks.size
    },
  }
}

function pause(clock: Clock, seconds: number, now: number): void {
  const endsAt = now + Math.min(seconds * 1000, MAX_PAUSE_MS)
  if (clock.pause === null || endsAt > clock.pause.endsAt) clock.pause = { askedSeconds: seconds, endsAt }
  clock.nextStart = Math.max(clock.nextStart, endsAt)
}

function findPause({ pause }: Clock, now: number): HostPause | null {
  if (pause === null || pause.endsAt <= now) return null
  return { askedSeconds: pause.askedSeconds, leftMs: pause.endsAt - now, reason: null }
}
