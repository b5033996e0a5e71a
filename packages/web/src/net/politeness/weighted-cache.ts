interface Weighed<Value> {
  readonly value: Value
  readonly weight: number
}

/** A cache that keeps the most recently used values, up to a total weight. */
export class WeightedCache<Value> {
  // In order of use: a Map keeps the order in which its keys were added.
  readonly #entries = new Map<string, Weighed<Value>>()
  readonly #most: number
  #total = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Reads a value without marking it as used. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  set(key: string, value: Value, weight: number): void {
    this.#remove(key)
    this.#entries.set(key, { value, weight })
    this.#total += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#most) return
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.#total -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
