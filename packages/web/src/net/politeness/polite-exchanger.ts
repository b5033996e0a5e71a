import { createNetFailure } from '../errors.ts'
import type { Exchange, ExchangeFailure, ExchangeInit, Exchanger, HeaderMap } from '../exchange.ts'
import type { RobotsGate } from '../robots/robots.ts'
import type { Limit } from './limit.ts'
import type { HostPause, PoliteHosts, Turn } from './polite-hosts.ts'
import { parseRetryAfter } from './retry-after.ts'
import { createStartOnce } from './start-once.ts'

export interface PoliteOptions {
  /** Hands out the turns of hosts. */
  readonly hosts: PoliteHosts
  /** Null to ignore robots.txt. */
  readonly robots: RobotsGate | null
  /** How many requests go on at once, over all hosts. */
  readonly limit: Limit
  /** Milliseconds since 1970: a server may name the time until which it wants to be left alone. */
  readonly now: () => number
  /** The longest pause of a host that is waited for; a longer one fails every request to the host with `host_busy`. */
  readonly maxWaitMs: number
  /** Surrounds each request while its turn lasts; a caller that returns without sending it ends the turn unused. */
  readonly aroundRequest?: ((send: () => Promise<Exchange>) => Promise<Exchange>) | undefined
}

/**
 * The only implementation of politeness: every exchange checks robots.txt, waits for its host's turn, and reports a host that asks to be
 * left alone. It does not know how turns are handed out, or for how many processes.
 *
 * Must never send more than one request in a turn, nor one after the turn is over.
 */
export function createPoliteExchanger(exchanger: Exchanger, options: PoliteOptions): Exchanger {
  const { hosts, robots, limit, now, maxWaitMs, aroundRequest = (send) => send() } = options

  /** Null if the request has to be sent in another turn. */
  async function exchange(turn: Turn, url: string, init: ExchangeInit): Promise<Exchange | null> {
    let [isSent, isLost] = [false, false]
    const { mayStart, isResendRefused } = createStartOnce(() => {
      isLost ||= !turn.mayStart()
      return !isLost && (init.mayStart?.() ?? true)
    })
    const answer = await aroundRequest(() => {
      isSent = true
      turn.begin()
      return exchanger.fetch(url, { ...init, signal: combineSignals(init.signal, turn.signal), mayStart })
    })
    if (!isSent) turn.skip()
    else if (answer.ok) report(turn, answer.status, answer.headers)
    isLost ||= turn.signal?.aborted === true && !answer.ok && init.signal?.aborted !== true
    return isLost || isResendRefused() ? null : answer
  }

  function report(turn: Turn, status: number, headers: HeaderMap): void {
    if (!isBusy(status)) return turn.answered()
    const seconds = readRequestedPause(headers, now())
    if (seconds !== null) turn.pause(seconds)
  }

  return {
    async fetch(url, init = {}) {
      const checked = exchanger.check(url, init)
      // A URL that may not be requested needs no turn; the exchanger returns the reason.
      if (!checked.ok) return exchanger.fetch(url, init)
      const { host } = checked
      const verdict = (await robots?.check(checked.url, init)) ?? ALLOWED
      if (!verdict.allowed) return { ...(verdict.cause ?? createNetFailure(verdict.code, url)), url, ms: 0 }
      const work = (turn: Turn): Promise<Exchange | null> => limit(() => exchange(turn, url, init))
      const onPause = (pause: HostPause): Exchange | null =>
        pause.leftMs > maxWaitMs ? createHostBusyFailure(url, pause, now()) : null
      const turn = { signal: init.signal, crawlDelay: verdict.crawlDelay, onPause }
      for (let turns = 0; turns < MAX_TURNS; turns += 1) {
        const answer = await hosts.turn(host, work, turn)
        if (answer !== null) return answer
      }
      return createLostTurnsFailure(url)
    },
    check: (url, init) => exchanger.check(url, init),
    close: () => exchanger.close(),
  }
}

/** A process that is too slow to use so many turns would be too slow for the next one. */
const MAX_TURNS = 10

const ALLOWED = { allowed: true, crawlDelay: null } as const

function combineSignals(given: AbortSignal | undefined, turn: AbortSignal | null): AbortSignal | undefined {
  if (turn === null) return given
  return given === undefined ? turn : AbortSignal.any([given, turn])
}

// A host may name any time; the clock limits how much of it is waited for, the message repeats it.
const readRequestedPause = (headers: HeaderMap, now: number): number | null =>
  parseRetryAfter(headers['retry-after'], now, Number.MAX_SAFE_INTEGER)

function createHostBusyFailure(url: string, { askedSeconds, leftMs, reason }: HostPause, now: number): ExchangeFailure {
  const until = new Date(now + leftMs).toISOString().replace(/\.\d+/, '')
  const why = askedSeconds === null ? (reason ?? 'paused') : `Retry-After: ${askedSeconds} s`
  return { ...createNetFailure('host_busy', url, `${why}; left alone until ${until}`), url, ms: 0 }
}

function createLostTurnsFailure(url: string): ExchangeFailure {
  return { ...createNetFailure('host_busy', url, `this process lost its turn ${MAX_TURNS} times`), url, ms: 0 }
}

const isBusy = (status: number): boolean => status === 429 || status === 503
