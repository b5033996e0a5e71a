/**
 * Tells silence of one host from silence of all. If nobody answers, our own network may be down, and the failures that were
 * seen prove nothing; so nobody believes in a silence before somebody has been heard, or all are found waiting.
 */
export class Witness {
  #working = 0
  #hasHeard = false
  #waiting: ((isHeard: boolean) => void)[] = []

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

  /** True as soon as somebody was heard; false once everybody who works waits here. */
  confirm(): Promise<boolean> {
    if (this.#hasHeard) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#giveUp()
    })
  }

  #giveUp(): void {
    if (this.#waiting.length >= this.#working) this.#tell(false)
  }

  #tell(isHeard: boolean): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(isHeard)
  }
}
