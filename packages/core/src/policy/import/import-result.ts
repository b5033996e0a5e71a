import type { PolicySpec } from '../spec.ts'

/** A rule of the foreign list that has no counterpart in a policy, or that could not be read. */
export interface SkippedRule {
  /** `line 12` of a text, the path of a JSON value (`providers.shop.rules[3]`), or `''` for the whole text. */
  readonly at: string
  readonly text: string
  readonly reason: string
}

export interface ImportResult {
  readonly spec: PolicySpec
  /** How many rules of the foreign list the policy contains. */
  readonly imported: number
  readonly skipped: readonly SkippedRule[]
}

export interface ImportOptions {
  /** The name of the policy. */
  readonly name?: string
  /** The policy that it extends (default: `rfc3986`). */
  readonly extends?: NonNullable<PolicySpec['extends']>
}
