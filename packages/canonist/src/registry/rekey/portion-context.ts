/** Where a portion is written to. */
export interface PortionContext {
  readonly runId: number
  /** The new policy. */
  readonly policyId: number
}
