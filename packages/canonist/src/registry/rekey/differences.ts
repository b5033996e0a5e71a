/** What another policy would make of the pages of a registry. */
export interface Differences {
  readonly pages: number
  /** URLs that were looked at. */
  readonly urls: number
  /** Pages of which at least one URL gets another key. */
  readonly changed: number
  readonly merges: {
    /** Pages that several become. */
    readonly count: number
    /** The pages that become them. */
    readonly pages: number
    readonly examples: readonly MergeExample[]
  }
  readonly splits: {
    /** Pages that part. */
    readonly count: number
    /** What they part into. */
    readonly into: number
    readonly examples: readonly SplitExample[]
  }
}

export interface MergeExample {
  readonly url: string
  readonly pages: number
  /** Some of the canonical URLs as they are. */
  readonly from: readonly string[]
}

export interface SplitExample {
  readonly url: string
  readonly pages: number
  /** Some of the canonical URLs as they would be. */
  readonly into: readonly string[]
}
