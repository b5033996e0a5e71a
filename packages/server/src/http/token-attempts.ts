import { createHash } from 'node:crypto'
import { RateLimit } from './limit-rate.ts'

/** New wrong tokens per second and network, after ten at once. */
const GUESSES_PER_SECOND = 1

const MAX_REMEMBERED = 10_000

/**
 * Keeps a network from guessing tokens and sessions. Each one that a network has not sent before is an attempt. While the network has no
 * attempts left, a new one is refused before anyone learns whether it is right: if only wrong ones were refused, the limit would slow no
 * one down. A token that a network has sent before is free, so that neither an old cookie nor a busy guesser behind the same proxy keeps
 * others out. A network is what `toClientNetwork` makes of an address.
 */
export class TokenAttempts {
  readonly #wrong: RateLimit
  /** Digests of a network and what it sent; the oldest are forgotten first. */
  readonly #seen = new Set<string>()

  constructor(now: () => number) {
    this.#wrong = new RateLimit({ perSecond: GUESSES_PER_SECOND, now })
  }

  /** The same as `count`, before anything is looked up for what was sent. */
  check(network: string, given: string): void {
    if (!this.#seen.has(toAttempt(network, given))) this.#wrong.check(network)
  }

  /** Throws if the network has to wait before it may try another one. */
  count(network: string, given: string, isRight: boolean): void {
    const attempt = toAttempt(network, given)
    if (this.#seen.has(attempt)) return
    if (isRight) this.#wrong.check(network)
    else this.#wrong.take(network)
    this.#remember(attempt)
  }

  #remember(attempt: string): void {
    this.#seen.add(attempt)
    if (this.#seen.size > MAX_REMEMBERED) this.#seen.delete(this.#seen.values().next().value ?? '')
  }
}

const toAttempt = (network: string, given: string): string =>
  createHash('sha256').update(`${network} ${given}`).digest('base64')
