import { untilAborted } from '../until-aborted.ts'

export interface HostClockOptions {
  /** The least time between two requests to one host, as the host sees it. */
  readonly delayMs: number
  /** Milliseconds of a clock that never goes back, such as performance.now. */
  readonly now: () => number
  /** Rejects as soon as the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export interface TurnOptions<Result = unknown> {
  readonly signal?: AbortSignal | undefined
  /** What robots.txt asks for, in seconds; at most 30 are honoured. */
  readonly crawlDelay?: number | null | undefined
  /** Decides whether to wait until a pause of the host ends (null), or to end the turn now with this result. */
  readonly onPause?: ((pause: HostPause) => Result | null) | undefined
}

/** A pause that a host asked for. */
export interface HostPause {
  /** What the host asked for, even where less of it is honoured. */
  readonly askedSeconds: number
  /** How long the host is still left alone. */
  readonly leftMs: number
}

/**
 * What to do in a turn. Work that has to wait for something else before its request starts calls `begin` at that moment:
 * pauses are reckoned from there.
 */
export type TurnWork<Result> = (begin: () => void) => Promise<Result>

/** Politeness: one request at a time to a host, in order of arrival and with a pause; hosts do not wait for each other. */
export interface HostClock {
  /** Does the work when it is this host's turn. Rejects with the signal's reason if it aborts before the work began. */
  turn<Result>(host: string, work: TurnWork<Result>, options?: TurnOptions<Result>): Promise<Result>
  /** The host asked to be left alone for so many seconds (Retry-After); at most a day is honoured. */
  pause(host: string, seconds: number): void
  /** How many hosts are remembered. */
  readonly size: number
}

interface Line {
  /** Settles when everyone who stands in line so far has had their turn. */
  tail: Promise<void>
  waiting: number
  nextStart: number
  /** The pause that the host asked for last, and when it ends. */
  pause: { readonly askedSeconds: number; readonly endsAt: number } | null
}

const LONGEST_CRAWL_DELAY_MS = 30_000
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000
const SMALLEST_SWEEP = 1024

export function createHostClock({ delayMs, now, sleep }: HostClockOptions): HostClock {
  const lines = new Map<string, Line>()
  let sweepAt = SMALLEST_SWEEP

  function lineOf(host: string): Line {
    const line = lines.get(host) ?? newLine()
    if (lines.size >= sweepAt) forgetIdleHosts()
    lines.set(host, line)
    return line
  }

  function forgetIdleHosts(): void {
    for (const [host, line] of lines) if (line.waiting === 0 && line.nextStart <= now()) lines.delete(host)
    sweepAt = Math.max(SMALLEST_SWEEP, lines.size * 2)
  }

  /** Null as soon as the turn is due; a result where the caller does not wait for the end of a pause. */
  async function waitUntilDue<Result>(
    line: Line,
    { signal, onPause }: TurnOptions<Result>,
  ): Promise<{ readonly result: Result } | null> {
    // In a loop: a timer may wake too early, and the host may have asked for a pause meanwhile.
    for (let ms = line.nextStart - now(); ms > 0; ms = line.nextStart - now()) {
      const leftMs = line.pause === null ? 0 : line.pause.endsAt - now()
      const result = line.pause !== null && leftMs > 0 ? onPause?.({ ...line.pause, leftMs }) : null
      if (result !== null && result !== undefined) return { result }
      await sleep(ms, signal)
    }
    return null
  }

  async function measure<Result>(line: Line, work: TurnWork<Result>, crawlDelayMs: number): Promise<Result> {
    let start = now()
    try {
      return await work(() => (start = now()))
    } finally {
      // From the end: somewhere between start and end the server has met the request, and it is there that the pause
      // must hold, also where this one waited for a new connection and the next one does not.
      const end = now()
      const pause = Math.max(delayMs, crawlDelayMs)
      line.nextStart = Math.max(line.nextStart, end + pause, start + 2 * (end - start))
    }
  }

  return {
    async turn(host, work, options = {}) {
      const { signal, crawlDelay } = options
      signal?.throwIfAborted()
      const line = lineOf(host)
      const { before, leave } = standInLine(line)
      try {
        await untilAborted(before, signal)
        const ended = await waitUntilDue(line, options)
        if (ended !== null) return ended.result
        return await measure(line, work, Math.min((crawlDelay ?? 0) * 1000, LONGEST_CRAWL_DELAY_MS))
      } finally {
        leave()
      }
    },
    pause(host, seconds) {
      const line = lineOf(host)
      const endsAt = now() + Math.min(seconds * 1000, LONGEST_PAUSE_MS)
      if (line.pause === null || endsAt > line.pause.endsAt) line.pause = { askedSeconds: seconds, endsAt }
      line.nextStart = Math.max(line.nextStart, endsAt)
    },
    get size() {
      return lines.size
    },
  }
}

const newLine = (): Line => ({
  tail: Promise.resolve(),
  waiting: 0,
  nextStart: Number.NEGATIVE_INFINITY,
  pause: null,
})

/** Whoever leaves early still stands in their place until all before them have left, so that nobody is overtaken. */
function standInLine(line: Line): { before: Promise<void>; leave: () => void } {
  const before = line.tail
  line.waiting += 1
  let leave = (): void => {}
  const left = new Promise<void>((resolve) => {
    leave = () => {
      line.waiting -= 1
      resolve()
    }
  })
  line.tail = before.then(() => left)
  return { before, leave }
}
