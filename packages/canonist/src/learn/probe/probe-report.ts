/** What asking the network showed of one rule. */
export interface ProbeReport {
  /**
   * `confirmed` and `refuted` by the sequential test; `covered` where the rules that are proved by now say the same;
   * `undecided` where budget or URLs ran out before.
   */
  readonly verdict: 'confirmed' | 'refuted' | 'covered' | 'undecided'
  /** Where it is covered: rules that fetching has confirmed, and that have a part in it. Otherwise the log proved them. */
  readonly coveredBy?: readonly string[]
  /** Pairs of URLs that served the same, each of another content. */
  readonly agree: number
  readonly against: number
  /** Pairs that proved nothing: a wall, an error, a page that changes by itself, a content that was counted before. */
  readonly unusable: number
  readonly requests: number
  /** Pairs that served two different pages. */
  readonly counterExamples: readonly (readonly [string, string])[]
}
