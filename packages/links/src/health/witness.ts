/**
 * Distinguishes one silent host from a network that is down. If no host responds, our own network may be the problem, and failures
 * prove nothing. So a failure waits here until any host has responded, or until all checks in progress wait and other hosts of the
 * registry do not respond either.
 *
 * Must never confirm a failure before a host has responded.
 */
export class Witness {
  readonly #requestOthers: () => Promise<boolean>
  #others: Promise<boolean> | null = null
  #working = 0
  #hasResponse = false
  #waiting: ((isHeard: boolean | Promise<boolean>) => void)[] = []

  /** @param requestOthers whether a host outside of this pass responds; called at most once */
  constructor(requestOthers: () => Promise<boolean>) {
    this.#requestOthers = requestOthers
  }

  /** Whether any host has responded so far. */
  get hasResponse(): boolean {
    return this.#hasResponse
  }

  /** A check of a host begins. */
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

  /** Resolves to true as soon as a host has responded; if all checks wait here, to whether other hosts respond. */
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
    // A host may have responded in the meantime.
    return this.#hasResponse
  }

  #resolveWaiting(isHeard: boolean | Promise<boolean>): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(isHeard)
  }
}
