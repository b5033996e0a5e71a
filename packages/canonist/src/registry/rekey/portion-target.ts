/** Where a portion is written to. */
export interface PortionTarget {
  readonly runId: number
  /** The new policy. */
  readonly policyId: number
}
