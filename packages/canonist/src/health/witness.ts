/**
 * Tells silence of one host from silence of all. If nobody answers, our own network may be down, and the failures that were
 * seen prove nothing; so nobody believes in a silence before somebody has been heard, or all are found waiting and nobody
 * else answers either.
 */
export class Witness {
  readonly #requestOthers: () => Promise<boolean>
  #others: Promise<boolean> | null = null
  #working = 0
  #hasResponse = false
  #waiting: ((isHeard: boolean | Promise<boolean>) => void)[] = []

  /** @param askOthers whether anybody answers who is not looked at anyway; it is called once, where nobody else is heard */
  constructor(askOthers: () => Promise<boolean>) {
    this.#requestOthers = askOthers
  }

  /** Whether any host has answered so far. */
  get hasResponse(): boolean {
    return this.#hasResponse
  }

  /** Somebody begins to ask a host. */
  begin(): void {
    this.#working += 1
  }

  end(): void {
    this.#working -= 1
    this.#resolveIfAllWait()
  }

  noteResponse(): void {
    this.#hasResponse = true
    this.#resolveWaiting(true)
  }

  /** True as soon as somebody was heard; once everybody who works waits here, whether others are. */
  confirm(): Promise<boolean> {
    if (this.#hasResponse) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#resolveIfAllWait()
    })
  }

  #resolveIfAllWait(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#working) return
    this.#others ??= this.#checkOthers()
    this.#resolveWaiting(this.#others)
  }

  async #checkOthers(): Promise<boolean> {
    if (await this.#requestOthers()) this.noteResponse()
    // Or somebody was heard in the meantime.
    return this.#hasResponse
  }

  #resolveWaiting(isHeard: boolean | Promise<boolean>): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(isHeard)
  }
}
