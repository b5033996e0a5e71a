import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Admission } from '@canonist/web/internal/admit/admission'
import type { Admitter } from '@canonist/web/internal/admit/admit'
import { isSilence } from '@canonist/web/internal/net/politeness/silence'
import { LinkError } from './errors.ts'

/** After this long, others in this process get their turn. */
const SLICE_MS = 20

/**
 * Admits the links of files, each URL once, and counts the requests that no server answered.
 *
 * Must never report success if no server answered at all: the network may be down.
 */
export class LinkAdmissions {
  readonly #known = new Map<string, Promise<Admission>>()
  readonly #admitter: Admitter
  readonly #onProgress: (done: number) => void
  readonly #signal: AbortSignal | undefined
  #done = 0
  #requested = 0
  #silent = 0
  #turn = Promise.resolve()
  #turnedAt = performance.now()

  constructor(admitter: Admitter, onProgress: (done: number) => void, signal: AbortSignal | undefined) {
    this.#admitter = admitter
    this.#onProgress = onProgress
    this.#signal = signal
  }

  admit(url: string): Promise<Admission> {
    const admission = this.#known.get(url) ?? this.#request(url)
    this.#known.set(url, admission)
    return admission
  }

  async #request(url: string): Promise<Admission> {
    await (this.#turn = this.#turn.then(() => this.#takeTurn()))
    this.#signal?.throwIfAborted()
    const admission = await this.#admitter.admit(url)
    this.#signal?.throwIfAborted()
    this.#done += 1
    this.#onProgress(this.#done)
    if (admission.reason === null) this.#requested += 1
    if (admission.notes.some((note) => isSilence(note.replace(/^ended:/, '')))) this.#silent += 1
    return admission
  }

  /** A link without a request is admitted without a pause: a server would answer no one else until the last one, nor end at its time. */
  async #takeTurn(): Promise<void> {
    if (performance.now() - this.#turnedAt < SLICE_MS) return
    await nextTurn()
    this.#turnedAt = performance.now()
  }

  /** Where no server answered at all, most likely the network is down: nothing was learned about any link. */
  throwIfSilent(): void {
    if (this.#requested > 0 && this.#silent === this.#requested) throw new LinkError('app/no-answer')
  }
}
