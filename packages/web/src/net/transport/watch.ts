import type { NetErrorCode } from '../errors.ts'
import type { Timeouts } from '../exchange.ts'
import { LOOP_CLOCK, startDeadline } from '../loop-clock.ts'
import type { Stage } from './failure-codes.ts'
import { Stop } from './stop.ts'

export const DEFAULT_TIMEOUTS: Timeouts = Object.freeze({
  dns: 5000,
  connect: 10_000,
  headers: 15_000,
  bodyGap: 15_000,
  total: 30_000,
})

const LIMIT_BY_STAGE: Readonly<Record<Stage, keyof Timeouts>> = {
  dns: 'dns',
  connect: 'connect',
  headers: 'headers',
  body: 'bodyGap',
}

const CODE_BY_LIMIT: Readonly<Record<keyof Timeouts, NetErrorCode>> = {
  dns: 'dns_timeout',
  connect: 'connect_timeout',
  headers: 'headers_timeout',
  bodyGap: 'read_timeout',
  total: 'total_timeout',
}

/** A process that lost this many times the time that counted was late for most of it. */
const LATE_FACTOR = 3

/**
 * Limits one exchange: the deadline of its stage, the deadline of the whole, and the caller's signal. Whichever comes first
 * ends it. A watch is *running* until `run` returns or a limit is reached; then it is *over*, and every call throws.
 *
 * Must never let an exchange outlive its total deadline, by the loop clock: time in which this process was late does not count. Uses
 * its own timers, not undici's, whose header timer restarts with every 1xx response.
 */
export class Watch {
  readonly #timeouts: Timeouts
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal | undefined
  readonly #endTotal: () => void
  readonly #lostBefore: number
  readonly #onAbort = (): void => this.abort()
  #stage: Stage = 'dns'
  #endStage = (): void => undefined
  /** When the server has last delivered something, by the loop clock. */
  #deliveredAt: number
  #isOver = false
  #struck: (stop: Stop) => void = () => undefined

  constructor(timeouts: Timeouts, outer: AbortSignal | undefined) {
    this.#timeouts = timeouts
    this.#outer = outer
    this.#endTotal = startDeadline(timeouts.total, () => this.#strike(this.#blameForTotal()))
    this.#lostBefore = LOOP_CLOCK.lostMs
    this.#deliveredAt = LOOP_CLOCK.now()
    outer?.addEventListener('abort', this.#onAbort, { once: true })
    if (outer?.aborted === true) this.#strike('aborted')
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get stage(): Stage {
    return this.#stage
  }

  /** Begins a stage and its deadline; throws if the exchange is over. */
  enter(stage: Stage): void {
    this.arrived()
    this.#stage = stage
    const limit = LIMIT_BY_STAGE[stage]
    this.#endStage = startDeadline(this.#timeouts[limit], () => this.#strike(CODE_BY_LIMIT[limit]))
  }

  /** Stops the stage's deadline: the server has delivered, and our own work does not count. */
  arrived(): void {
    this.check()
    this.#endStage()
    this.#deliveredAt = LOOP_CLOCK.now()
  }

  /** Restarts the stage's deadline: we wait for the server again. */
  waiting(): void {
    this.enter(this.#stage)
  }

  /** Throws if the exchange is over: abandoned work must not begin anything. */
  check(): void {
    if (this.signal.aborted) throw this.signal.reason
    if (this.#isOver) throw new Stop('aborted')
  }

  /** Ends the exchange because the caller or the exchanger wants it. */
  abort(): void {
    this.#strike('aborted')
  }

  /** The result of `work` within `ms`; if it fails or takes longer, `otherwise`. */
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

  /** The result of `work`, or this watch's failure, whichever is first. Work that never ends is abandoned. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
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

  /** A server that goes on delivering, to a process that is late most of the time, is not the one that took too long. */
  #blameForTotal(): NetErrorCode {
    const { total } = this.#timeouts
    const isDelivering = LOOP_CLOCK.now() - this.#deliveredAt < total / 2
    const wasLate = LOOP_CLOCK.lostMs - this.#lostBefore > LATE_FACTOR * total
    return isDelivering && wasLate ? 'process_overloaded' : 'total_timeout'
  }

  #release(): void {
    this.#isOver = true
    this.#endStage()
    this.#endTotal()
    this.#outer?.removeEventListener('abort', this.#onAbort)
  }
}
