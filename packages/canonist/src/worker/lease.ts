import type { Claim } from '../frontier/outcome.ts'
import { isPast, usableUntil, type Moment } from './deadline.ts'

/** Why a visit was called off. */
export type CallOff = 'lease_lost' | 'stopped'

/** A host on the way, until when it is held. */
export interface ReservedHold {
  readonly token: number
  until: Moment
}

/** A claim while a worker has it: how long that lasts, and whether the visit is to go on. */
export class Lease {
  readonly claim: Claim
  /** When it was asked for, by the worker's clock. */
  readonly since: Moment
  /** Hosts on the way that its visit has reserved, as long as they are to be kept. */
  readonly reserved = new Map<string, ReservedHold>()
  readonly #controller = new AbortController()
  #until: Moment
  #callOff: CallOff | null = null

  constructor(claim: Claim, since: Moment) {
    this.claim = claim
    this.since = since
    this.#until = usableUntil(since, claim.leaseMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get callOff(): CallOff | null {
    return this.#callOff
  }

  /** A heartbeat that was sent at `since` was heard. */
  renew(since: Moment): void {
    this.#until = usableUntil(since, this.claim.leaseMs)
  }

  get until(): Moment {
    return this.#until
  }

  /** Somebody else may have the URL by now, or a host on the way: nothing more may be asked. */
  isOver(at: Moment): boolean {
    return isPast(this.#until, at) || [...this.reserved.values()].some(({ until }) => isPast(until, at))
  }

  end(why: CallOff): void {
    this.#callOff ??= why
    this.#controller.abort(new Error(why))
  }
}
