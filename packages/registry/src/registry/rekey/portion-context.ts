/** The run and the policy that a portion is written for. */
export interface PortionContext {
  readonly runId: number
  /** The new policy. */
  readonly policyId: number
}
