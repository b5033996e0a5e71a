/**
 * Tells silence of one host from silence of all. If nobody answers, our own network may be down, and the failures that were
 * seen prove nothing; so nobody believes in a silence before somebody has been heard, or all are found waiting and nobody
 * else answers either.
 */
export class Witness {
  readonly #askOthers: () => Promise<boolean>
  #others: Promise<boolean> | null = null
  #working = 0
  #hasHeard = false
  #waiting: ((isHeard: boolean | Promise<boolean>) => void)[] = []

  /** @param askOthers whether anybody answers who is not looked at anyway; it is called once, where nobody else is heard */
  constructor(askOthers: () => Promise<boolean>) {
    this.#askOthers = askOthers
  }

  /** Whether any host has answered so far. */
  get hasHeard(): boolean {
    return this.#hasHeard
  }

  /** Somebody begins to ask a host. */
  begin(): void {
    this.#working += 1
  }

  end(): void {
    this.#working -= 1
    this.#giveUp()
  }

  heard(): void {
    this.#hasHeard = true
    this.#tell(true)
  }

  /** True as soon as somebody was heard; once everybody who works waits here, whether others are. */
  confirm(): Promise<boolean> {
    if (this.#hasHeard) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#giveUp()
    })
  }

  #giveUp(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#working) return
    this.#others ??= this.#hearOthers()
    this.#tell(this.#others)
  }

  async #hearOthers(): Promise<boolean> {
    if (await this.#askOthers()) this.heard()
    // Or somebody was heard in the meantime.
    return this.#hasHeard
  }

  #tell(isHeard: boolean | Promise<boolean>): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(isHeard)
  }
}
