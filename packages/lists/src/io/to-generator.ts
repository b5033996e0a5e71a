/** Hands an item to the consumer; resolves when the consumer has taken it. */
export type Put<T> = (item: T) => Promise<void>

interface PendingItem<T> {
  readonly item: T
  taken(): void
  refused(reason: Error): void
}

/** Turns a producer into a generator. The producer continues only when its last item was taken; what it throws is thrown here. */
export async function* toGenerator<T>(give: (put: Put<T>) => Promise<void>): AsyncGenerator<T> {
  const offers = new Handoff<T>()
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
    // A producer that still waits with an item gets an error, so that it closes what it has open.
    offers.refuse()
    await giving
  }
}

/** Passes one item at a time from producer to consumer. Either side waits for the other; after `refuse` every `put` rejects. */
class Handoff<T> {
  #waiting: PendingItem<T> | null = null
  #end: { readonly failure: { readonly error: unknown } | null } | null = null
  #wake: () => void = () => undefined
  #isRefused = false

  put(item: T): Promise<void> {
    return new Promise((taken, refused) => {
      if (this.#isRefused) return refused(new Error('the consumer has stopped reading'))
      this.#waiting = { item, taken, refused }
      this.#wake()
    })
  }

  end(failure: { readonly error: unknown } | null): void {
    this.#end = { failure }
    this.#wake()
  }

  async next(): Promise<PendingItem<T> | null> {
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
    this.#waiting?.refused(new Error('the consumer has stopped reading'))
  }
}
