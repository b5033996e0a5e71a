/** The result of probing one rule. */
export interface ProbeReport {
  /**
   * `confirmed` and `refuted` by the sequential test; `covered` if proved rules already do the same; `undecided` if the budget or
   * the URLs ran out.
   */
  readonly verdict: 'confirmed' | 'refuted' | 'covered' | 'undecided'
  /** The rules that cover it, if fetching confirmed them. Empty if the log proved them. */
  readonly coveredBy?: readonly string[]
  /** Pairs of URLs that served the same, each with another content. */
  readonly agree: number
  readonly against: number
  /** Pairs that proved nothing: a bot wall, an error, a page that always changes, a content that was counted before. */
  readonly unusable: number
  readonly requests: number
  /** Pairs that served two different pages. */
  readonly counterExamples: readonly (readonly [string, string])[]
}
