import { netFailure } from '../errors.ts'
import type { Exchange, ExchangeFailure, Exchanger, HeaderMap } from '../exchange.ts'
import type { HostClock, HostPause, TurnWork } from './host-clock.ts'
import type { Limit } from './limit.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { RobotsGate } from '../robots/robots.ts'
import { startOnce } from './start-once.ts'

export interface PoliteOptions {
  readonly clock: HostClock
  /** Null where robots.txt is not to be asked. */
  readonly robots: RobotsGate | null
  /** How many requests go on at once, over all hosts. */
  readonly limit: Limit
  /** Milliseconds since 1970: a server may name the time until which it wants to be left alone. */
  readonly now: () => number
  /** The longest pause of a host that is waited for; a longer one fails every request to the host with `host_busy`. */
  readonly maxWaitMs: number
}

/**
 * The exchanger for whoever fetches many pages: every exchange waits for its host's turn, asks robots.txt before, and
 * a host that asks to be left alone is left alone.
 */
export function politeExchanger(
  exchanger: Exchanger,
  { clock, robots, limit, now, maxWaitMs }: PoliteOptions,
): Exchanger {
  return {
    async fetch(url, init = {}) {
      const checked = exchanger.check(url, init)
      // Nobody is asked about what may not be asked; the exchanger tells why.
      if (!checked.ok) return exchanger.fetch(url, init)
      const { host } = checked
      const verdict = (await robots?.check(checked.url, init)) ?? ALLOWED
      if (!verdict.allowed) return { ...(verdict.cause ?? netFailure(verdict.code, url)), url, ms: 0 }
      // Null where the request has to be sent again.
      const work: TurnWork<Exchange | null> = (begin) =>
        limit(async () => {
          begin()
          const { mayStart, isResendRefused } = startOnce(init.mayStart)
          const answer = await exchanger.fetch(url, { ...init, mayStart })
          const wait = answer.ok && isBusy(answer.status) ? askedPause(answer.headers, now()) : null
          if (wait !== null) clock.pause(host, wait)
          return isResendRefused() ? null : answer
        })
      const onPause = (pause: HostPause): Exchange | null =>
        pause.leftMs > maxWaitMs ? hostBusy(url, pause, now()) : null
      const turn = { signal: init.signal, crawlDelay: verdict.crawlDelay, onPause }
      for (;;) {
        const answer = await clock.turn(host, work, turn)
        if (answer !== null) return answer
      }
    },
    check: (url, init) => exchanger.check(url, init),
    close: () => exchanger.close(),
  }
}

const ALLOWED = { allowed: true, crawlDelay: null } as const

// A host may name any time; the clock limits how much of it is waited for, the message repeats it.
const askedPause = (headers: HeaderMap, now: number): number | null =>
  parseRetryAfter(headers['retry-after'], now, Number.MAX_SAFE_INTEGER)

function hostBusy(url: string, { askedSeconds, leftMs }: HostPause, now: number): ExchangeFailure {
  const until = new Date(now + leftMs).toISOString().replace(/\.\d+/, '')
  return {
    ...netFailure('host_busy', `${url} (Retry-After: ${askedSeconds} s; left alone until ${until})`),
    url,
    ms: 0,
  }
}

const isBusy = (status: number): boolean => status === 429 || status === 503
