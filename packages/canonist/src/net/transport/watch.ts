import type { NetErrorCode } from '../errors.ts'
import type { Timeouts } from '../exchange.ts'
import type { Stage } from './failure-codes.ts'
import { Stop } from './stop.ts'

export const DEFAULT_TIMEOUTS: Timeouts = Object.freeze({
  dns: 5000,
  connect: 10_000,
  headers: 15_000,
  bodyGap: 15_000,
  total: 30_000,
})

const LIMIT_OF: Readonly<Record<Stage, keyof Timeouts>> = {
  dns: 'dns',
  connect: 'connect',
  headers: 'headers',
  body: 'bodyGap',
}

const CODE_OF: Readonly<Record<keyof Timeouts, NetErrorCode>> = {
  dns: 'dns_timeout',
  connect: 'connect_timeout',
  headers: 'headers_timeout',
  bodyGap: 'read_timeout',
  total: 'total_timeout',
}

/**
 * Watches over one exchange: the deadline of its stage, that of the whole, and the caller's signal. Whichever comes first
 * ends it. Our own timers, not undici's: its header timer starts anew with every 1xx answer.
 */
export class Watch {
  readonly #timeouts: Timeouts
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal | undefined
  readonly #total: NodeJS.Timeout
  readonly #onAbort = (): void => this.abort()
  #stage: Stage = 'dns'
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  #struck: (stop: Stop) => void = () => undefined

  constructor(timeouts: Timeouts, outer: AbortSignal | undefined) {
    this.#timeouts = timeouts
    this.#outer = outer
    this.#total = setTimeout(() => this.#strike('total_timeout'), timeouts.total)
    outer?.addEventListener('abort', this.#onAbort, { once: true })
    if (outer?.aborted === true) this.#strike('aborted')
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get stage(): Stage {
    return this.#stage
  }

  /** Begins a stage and its deadline; throws where all is over already. */
  enter(stage: Stage): void {
    this.check()
    this.#stage = stage
    clearTimeout(this.#timer)
    const limit = LIMIT_OF[stage]
    this.#timer = setTimeout(() => this.#strike(CODE_OF[limit]), this.#timeouts[limit])
  }

  /** The other side has delivered: what we do with it now is not its delay. */
  arrived(): void {
    this.check()
    clearTimeout(this.#timer)
  }

  /** It is the other side's turn again. */
  waiting(): void {
    this.enter(this.#stage)
  }

  /** Throws where all is over: work that was left behind must not begin anything. */
  check(): void {
    if (this.signal.aborted) throw this.signal.reason
    if (this.#isOver) throw new Stop('aborted')
  }

  /** The caller's, or the exchanger's, wish to end it. */
  abort(): void {
    this.#strike('aborted')
  }

  /** What `work` gives within `ms`; if it fails or takes longer, `otherwise`. */
  async atMost<Result>(ms: number, work: Promise<Result>, otherwise: Result): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Result>((resolve) => {
      timer = setTimeout(() => resolve(otherwise), ms)
    })
    try {
      return await Promise.race([work.catch(() => otherwise), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** What `work` gives, or the end by this watch, whichever is first. Work that never ends is left behind. */
  async over<Result>(work: () => Promise<Result>): Promise<Result> {
    const struck = new Promise<never>((_, reject) => {
      this.#struck = reject
    })
    try {
      this.check()
      return await Promise.race([work(), struck])
    } finally {
      this.#release()
    }
  }

  #strike(code: NetErrorCode): void {
    if (this.signal.aborted) return
    const stop = new Stop(code)
    this.#struck(stop)
    this.#controller.abort(stop)
  }

  #release(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    clearTimeout(this.#total)
    this.#outer?.removeEventListener('abort', this.#onAbort)
  }
}
