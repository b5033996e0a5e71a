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

/** Enough for a person with many browsers, and for programs beside them. */
const MAX_STREAMS = 20

/** Bounds the event streams of each token: a stream lasts as long as its client likes, so the rate of requests does not. */
export class StreamSlots {
  /** The open streams by the name of the token. */
  readonly #open = new Map<string, number>()

  /** Throws if the token has as many as it may have; returns how to give the slot back. */
  take(token: string): () => void {
    const open = this.#open.get(token) ?? 0
    if (open >= MAX_STREAMS)
      throw new ApiError('api/too-many-streams', { thing: token, detail: `at most ${MAX_STREAMS}` })
    this.#open.set(token, open + 1)
    return () => {
      const left = (this.#open.get(token) ?? 0) - 1
      if (left > 0) this.#open.set(token, left)
      else this.#open.delete(token)
    }
  }
}
