import { setTimeout as sleep } from 'node:timers/promises'
import { HostLines } from '@canonist/web/internal/net/politeness/host-lines'
import type {
  HostPause,
  PoliteHosts,
  Turn,
  TurnOptions,
  TurnWork,
} from '@canonist/web/internal/net/politeness/polite-hosts'
import type { HostsContext } from './context.ts'
import type { HostSignal } from './pace.ts'
import { releaseHosts, renewReservations, reserveHost, type Reservation } from './reservations.ts'
import { createRobotsStore } from './robots-store.ts'
import { LEASE_MARGIN } from './settings.ts'

/** How often to check a host that another process holds: it may be free long before the lease ends. */
const LOOK_AGAIN_MS = 50
/** Check at least this often, because a person may have resumed the host or changed its delay. */
const MAX_SLEEP_MS = 1000
/** A process that had the last turn waits this much longer, so that waiting workers get theirs. */
const YIELD_MS = 40
/** Renewals per lease. */
const RENEWALS = 3

interface Hold {
  readonly host: string
  readonly token: number
  /** By the monotonic clock: no request may start after this. */
  until: number
  readonly lost: AbortController
}

/**
 * Takes turns at hosts in the database, for commands that fetch one URL at a time (`check`, `admit`). Turns are shared with all processes.
 *
 * For this process a host is *free*; *awaited* (the first caller in its line polls the database); or *held*: reserved in the database for
 * one request and renewed while the request runs. A hold that cannot be renewed is *lost*, and its request is aborted.
 *
 * Must never let a request start without a hold, or release a hold before its request has ended. Must never hold a host between two
 * requests, or other processes would not get their turn.
 */
export class DatabaseTurns implements PoliteHosts {
  readonly robots
  readonly #context: HostsContext
  readonly #lines = new HostLines()
  /** The `Retry-After` that hosts sent to this process, in seconds, for messages. The database stores only when a rest ends. */
  readonly #retryAfter = new Map<string, number>()

  /** Hosts that got their last request from this process, as far as it knows. */
  readonly #recent = new Set<string>()

  constructor(context: HostsContext) {
    this.#context = context
    this.robots = createRobotsStore(context)
  }

  async turn<Result>(host: string, work: TurnWork<Result>, options: TurnOptions<Result> = {}): Promise<Result> {
    options.signal?.throwIfAborted()
    return this.#lines.take(host, options.signal, async () => {
      const taken = await this.#take(host, options)
      return 'result' in taken ? taken.result : this.#use(taken, work)
    })
  }

  async #take<Result>(
    host: string,
    { signal, onPause }: TurnOptions<Result>,
  ): Promise<Hold | { readonly result: Result }> {
    for (;;) {
      signal?.throwIfAborted()
      const since = performance.now()
      const reservation = await reserveHost(this.#context, host)
      if (reservation.ok) {
        this.#retryAfter.delete(host)
        this.#recent.delete(host)
        const { token } = reservation
        return { host, token, until: since + this.#usableMs, lost: new AbortController() }
      }
      const pause = this.#toPause(reservation)
      const result = pause === null ? null : onPause?.(pause)
      if (result !== null && result !== undefined) return { result }
      await sleep(this.#sleepMs(reservation), undefined, signal === undefined ? {} : { signal })
    }
  }

  #sleepMs({ host, inMs, isHeld, isWanted }: RefusedReservation): number {
    if (isHeld) this.#recent.delete(host)
    if (isHeld) return Math.min(inMs, LOOK_AGAIN_MS)
    const yieldMs = isWanted && this.#recent.has(host) ? YIELD_MS : 0
    return Math.min(Math.max(1, Math.ceil(inMs)) + yieldMs, MAX_SLEEP_MS)
  }

  /** Null if the host is only in use, or only waits for this process's own delay. */
  #toPause({ host, inMs, isResting, isHeld, reason }: RefusedReservation): HostPause | null {
    if (!isResting && (isHeld || inMs <= this.#context.settings.hostDelayMs)) return null
    return { askedSeconds: this.#retryAfter.get(host) ?? null, leftMs: inMs, reason }
  }

  get #usableMs(): number {
    return this.#context.settings.leaseMs * (1 - LEASE_MARGIN)
  }

  async #use<Result>(hold: Hold, work: TurnWork<Result>): Promise<Result> {
    const request = { start: performance.now(), isSent: true, hasAnswered: false, askedSeconds: null as number | null }
    const turn: Turn = {
      begin: () => void (request.start = performance.now()),
      mayStart: () => performance.now() < hold.until,
      signal: hold.lost.signal,
      skip: () => void (request.isSent = false),
      answered: () => void (request.hasAnswered = true),
      pause: (seconds) => void (request.askedSeconds = seconds),
    }
    const timer = setInterval(() => void this.#renew(hold), this.#context.settings.leaseMs / RENEWALS)
    try {
      return await work(turn)
    } finally {
      clearInterval(timer)
      this.#recent.add(hold.host)
      if (request.askedSeconds !== null) this.#retryAfter.set(hold.host, request.askedSeconds)
      await this.#release(hold, request, performance.now())
    }
  }

  async #renew(hold: Hold): Promise<void> {
    const since = performance.now()
    // If the database is unavailable now, it may be back for the next renewal.
    const [isHeld = null] = await renewReservations(this.#context, [hold]).catch(() => [])
    if (isHeld === true) hold.until = since + this.#usableMs
    if (isHeld === false || performance.now() >= hold.until)
      hold.lost.abort(new Error(`the reservation of ${hold.host} was lost`))
  }

  async #release(
    { host, token }: Hold,
    { start, isSent, hasAnswered, askedSeconds }: SentRequest,
    end: number,
  ): Promise<void> {
    const sinceMs = isSent ? performance.now() - end : null
    const signal: HostSignal = {
      sinceMs,
      tookMs: end - start,
      result: askedSeconds !== null ? 'busy' : hasAnswered ? 'answered' : 'silent',
      reason: askedSeconds !== null ? 'retry_after' : null,
      retryAfterMs: askedSeconds === null ? null : askedSeconds * 1000,
    }
    await releaseHosts(this.#context, [{ host, token, signal }])
  }
}

type RefusedReservation = Extract<Reservation, { readonly ok: false }>

interface SentRequest {
  readonly start: number
  readonly isSent: boolean
  readonly hasAnswered: boolean
  readonly askedSeconds: number | null
}
