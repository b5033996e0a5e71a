/** How another policy would change the pages of a registry. */
export interface Differences {
  readonly pages: number
  /** URLs that were compared. */
  readonly urls: number
  /** Pages with at least one URL that gets another key. */
  readonly changed: number
  readonly merges: {
    /** Resulting pages. */
    readonly count: number
    /** Pages that are merged into them. */
    readonly pages: number
    readonly examples: readonly MergeExample[]
  }
  readonly splits: {
    /** Pages that split. */
    readonly count: number
    /** Resulting pages. */
    readonly into: number
    readonly examples: readonly SplitExample[]
  }
}

export interface MergeExample {
  readonly url: string
  readonly pages: number
  /** Some of the current canonical URLs. */
  readonly from: readonly string[]
}

export interface SplitExample {
  readonly url: string
  readonly pages: number
  /** Some of the resulting canonical URLs. */
  readonly into: readonly string[]
}
