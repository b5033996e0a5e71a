import type { PolicyRef } from '../../../src/index.ts'
import type { Row } from '@canonist/test-support/rows.ts'

/** What one rule does and must not do, under a policy that turns it on. */
export interface RuleTable {
  readonly rule: string
  readonly policy: PolicyRef
  /** `explain` names the rule. */
  readonly acts: readonly (Row & { readonly becomes: string })[]
  /** `explain` does not name the rule, whatever others do. */
  readonly spares: readonly Row[]
}
