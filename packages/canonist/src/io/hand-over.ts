/** Puts an item into the other's hand; done when it was taken. */
export type Put<T> = (item: T) => Promise<void>

interface Offer<T> {
  readonly item: T
  taken(): void
  refused(reason: Error): void
}

/** What `give` puts, one by one: it goes on only when the last item was taken. What it throws is thrown here. */
export async function* handOver<T>(give: (put: Put<T>) => Promise<void>): AsyncGenerator<T> {
  const offers = new Offers<T>()
  const giving = give((item) => offers.put(item)).then(
    () => offers.end(null),
    (error: unknown) => offers.end({ error }),
  )
  try {
    for (let offer = await offers.next(); offer !== null; offer = await offers.next()) {
      yield offer.item
      offers.take()
    }
  } finally {
    // Whoever still waits with an item closes what it has open.
    offers.refuse()
    await giving
  }
}

class Offers<T> {
  #waiting: Offer<T> | null = null
  #end: { readonly failure: { readonly error: unknown } | null } | null = null
  #wake: () => void = () => undefined
  #isRefused = false

  put(item: T): Promise<void> {
    return new Promise((taken, refused) => {
      if (this.#isRefused) return refused(new Error('nobody takes it any more'))
      this.#waiting = { item, taken, refused }
      this.#wake()
    })
  }

  end(failure: { readonly error: unknown } | null): void {
    this.#end = { failure }
    this.#wake()
  }

  async next(): Promise<Offer<T> | null> {
    while (this.#waiting === null && this.#end === null) {
      await new Promise<void>((resolve) => void (this.#wake = resolve))
    }
    if (this.#waiting !== null) return this.#waiting
    const failure = this.#end?.failure ?? null
    if (failure !== null) throw failure.error
    return null
  }

  take(): void {
    const offer = this.#waiting
    this.#waiting = null
    offer?.taken()
  }

  refuse(): void {
    this.#isRefused = true
    this.#waiting?.refused(new Error('nobody takes it any more'))
  }
}
