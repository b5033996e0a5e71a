import type { ServerResponse } from 'node:http'
import { ApiError, type ApiErrorCode } from './errors.ts'

export interface LifeOptions {
  /** How long a request may take, or be idle while it streams; null: without a limit. */
  readonly timeLimitMs: number | null
  /** Whether the caller may still do what the request does; asked from time to time. */
  readonly isAllowed: () => boolean
}

/** A stream may last for days: no longer than this after its token was removed. */
const CHECK_EVERY_MS = 1000

/**
 * How long one request lives. Its signal is aborted when the client hangs up, when the time is up, when its token is removed, or when the
 * server stops; the reason of the signal is the error to answer with.
 */
export class RequestLife {
  readonly #controller = new AbortController()
  readonly #response: ServerResponse
  readonly #timer: NodeJS.Timeout | null
  readonly #onClose = (): void => this.abort('api/client-gone')
  readonly isAllowed: () => boolean

  constructor(response: ServerResponse, { timeLimitMs, isAllowed }: LifeOptions) {
    this.#response = response
    this.isAllowed = isAllowed
    response.once('close', this.#onClose)
    this.#timer = timeLimitMs === null ? null : setTimeout(() => this.abort('api/timeout'), timeLimitMs)
    // The client may have hung up while its session was read. Then no event follows.
    if (response.destroyed) this.abort('api/client-gone')
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Gives a stream that moves its whole time again. */
  extend(): void {
    this.#timer?.refresh()
  }

  abort(code: ApiErrorCode): void {
    this.end()
    this.#controller.abort(new ApiError(code))
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#response.removeListener('close', this.#onClose)
  }

  /** The result of `work`, or the reason to stop before it. Work that ignores its signal continues in the background. */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(signal.reason as Error)
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true })
      // What was done without an error, but cut short by the signal, is not what was asked for.
      work
        .then((result) => (signal.aborted ? stop() : resolve(result)), reject)
        .finally(() => signal.removeEventListener('abort', stop))
    })
  }
}

/**
 * The requests that are being answered. Once a second it aborts those whose token was revoked.
 *
 * Must never forget a request that still runs: the server waits for all of them before it stops.
 */
export class OpenRequests {
  readonly #lives = new Set<RequestLife>()
  #onEmpty: (() => void) | null = null
  #check: NodeJS.Timeout | null = null

  add(life: RequestLife): void {
    this.#lives.add(life)
    this.#check ??= setInterval(() => this.#abortRevoked(), CHECK_EVERY_MS).unref()
  }

  /** Does the work of a request within its time, unless its client hangs up or the server stops. */
  async run<T>(response: ServerResponse, options: LifeOptions, work: (life: RequestLife) => Promise<T>): Promise<T> {
    const life = new RequestLife(response, options)
    this.add(life)
    try {
      return await life.race(work(life))
    } finally {
      this.remove(life)
    }
  }

  remove(life: RequestLife): void {
    life.end()
    this.#lives.delete(life)
    if (this.#lives.size === 0) this.#onEmpty?.()
  }

  #abortRevoked(): void {
    for (const life of this.#lives) if (!life.isAllowed()) life.abort('api/token-revoked')
    if (this.#lives.size > 0 || this.#check === null) return
    clearInterval(this.#check)
    this.#check = null
  }

  get size(): number {
    return this.#lives.size
  }

  abort(code: ApiErrorCode): void {
    for (const life of this.#lives) life.abort(code)
  }

  /** Done when none is left. */
  async drained(): Promise<void> {
    if (this.#lives.size > 0) await new Promise<void>((resolve) => void (this.#onEmpty = resolve))
  }
}
