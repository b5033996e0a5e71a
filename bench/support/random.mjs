/** A generator of numbers that are the same on every machine (mulberry32). */
export class Random {
  #state

  constructor(seed) {
    this.#state = seed
  }

  /** At least 0, less than 1. */
  fraction() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit) {
    return Math.floor(this.fraction() * limit)
  }

  /** True in this share of all calls. */
  chance(share) {
    return this.fraction() < share
  }

  /** One of an array or of the characters of a text. */
  pick(values) {
    return values[this.below(values.length)]
  }

  /** The index of a weight, as often as it weighs. */
  weighted(weights) {
    let rest = this.fraction() * weights.reduce((sum, weight) => sum + weight, 0)
    const found = weights.findIndex((weight) => (rest -= weight) < 0)
    return found === -1 ? weights.length - 1 : found
  }

  /** A whole number from a distribution that is given by points on its curve: `[share below, value]`. */
  fromQuantiles(points) {
    const share = this.fraction()
    const upper = Math.max(
      1,
      points.findIndex(([below]) => below > share),
    )
    const [[from, low], [to, high]] = [points[upper - 1], points[upper]]
    return Math.round(low + ((share - from) / (to - from)) * (high - low))
  }
}
