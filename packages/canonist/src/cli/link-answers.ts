import type { Admission } from '../admit/admission.ts'
import type { Admitter } from '../admit/admit.ts'
import { RunError } from './run-error.ts'
import { isSilence } from '../net/politeness/silence.ts'

/** What admission says of links; the same URL is judged once. */
export class LinkAnswers {
  readonly #known = new Map<string, Promise<Admission>>()
  readonly #admitter: Admitter
  readonly #onProgress: (done: number) => void
  #done = 0
  #asked = 0
  #silent = 0

  constructor(admitter: Admitter, onProgress: (done: number) => void) {
    this.#admitter = admitter
    this.#onProgress = onProgress
  }

  admit(url: string): Promise<Admission> {
    const admission = this.#known.get(url) ?? this.#ask(url)
    this.#known.set(url, admission)
    return admission
  }

  async #ask(url: string): Promise<Admission> {
    const admission = await this.#admitter.admit(url)
    this.#done += 1
    this.#onProgress(this.#done)
    if (admission.reason === null) this.#asked += 1
    if (admission.notes.some((note) => isSilence(note.replace(/^ended:/, '')))) this.#silent += 1
    return admission
  }

  /** Where nobody answered at all, most likely the network is down: nothing was learnt about any link. */
  refuseSilence(): void {
    const isMute = this.#asked > 0 && this.#silent === this.#asked
    if (isMute) throw new RunError('no server answered; check the URLs and the network', 3)
  }
}
