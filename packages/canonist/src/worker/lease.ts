import type { Claim } from '../frontier/outcome.ts'

/** Why a visit was called off. */
export type CallOff = 'lease_lost' | 'stopped'

/** What is left of a lease at its end is no time to begin anything: a process may be put to sleep at any moment. */
const MARGIN = 0.1

/** Until when something that was asked for at `since` may be used. */
export const usableUntil = (since: number, leaseMs: number): number => since + leaseMs * (1 - MARGIN)

/** A host on the way, until when it is held. */
export interface ReservedHold {
  readonly token: number
  until: number
}

/** A claim while a worker has it: how long that lasts, and whether the visit is to go on. */
export class Lease {
  readonly claim: Claim
  /** When it was asked for, by the worker's clock. */
  readonly since: number
  /** Hosts on the way that its visit has reserved, as long as they are to be kept. */
  readonly reserved = new Map<string, ReservedHold>()
  readonly #controller = new AbortController()
  #until: number
  #callOff: CallOff | null = null

  constructor(claim: Claim, since: number) {
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
  renew(since: number): void {
    this.#until = Math.max(this.#until, usableUntil(since, this.claim.leaseMs))
  }

  get until(): number {
    return this.#until
  }

  /** Somebody else may have the URL by now, or a host on the way: nothing more may be asked. */
  isOver(now: number): boolean {
    return now >= this.#until || [...this.reserved.values()].some(({ until }) => now >= until)
  }

  end(why: CallOff): void {
    this.#callOff ??= why
    this.#controller.abort(new Error(why))
  }
}
