import { ApiError } from './errors.ts'

/** Bounds how many requests make the server fetch at the same time: each holds sockets and memory for as long as a foreign host likes. */
export class FetchSlots {
  readonly #limit: number
  #taken = 0

  constructor(most: number) {
    this.#limit = most
  }

  /** Throws where all are taken. */
  take(): () => void {
    if (this.#taken >= this.#limit) throw new ApiError('api/too-many-fetches', { detail: `${this.#limit} at once` })
    this.#taken += 1
    return () => void (this.#taken -= 1)
  }
}
