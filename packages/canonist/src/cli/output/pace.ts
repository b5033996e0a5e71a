interface Sample {
  readonly at: number
  readonly count: number
}

const WINDOW_MS = 15_000
const SAMPLE_MS = 200
/** Before this, a rate would be a guess. */
const MIN_SPAN_MS = 2000

/** How fast something is counted at present: over the last fifteen seconds. */
export class Pace {
  #samples: Sample[] = []

  /** Notes a count, and returns how many are counted in a second; null if that is not known yet. */
  note(at: number, count: number): number | null {
    const last = this.#samples.at(-1)
    if (last === undefined || at - last.at >= SAMPLE_MS) this.#samples.push({ at, count })
    // The first sample is as old as the window, or older.
    while ((this.#samples[1]?.at ?? at) <= at - WINDOW_MS) this.#samples.shift()
    const first = this.#samples[0]
    const span = first === undefined ? 0 : at - first.at
    return first === undefined || span < MIN_SPAN_MS ? null : ((count - first.count) / span) * 1000
  }
}
