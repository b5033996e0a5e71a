import { explain, type Change, type Explanation, type NormalizeFailure, type Policy } from '@canonist/core'
import { findEvidence } from '@canonist/learn/internal/rules/find-evidence'

/** A change with the evidence that the policy has for its rule. */
export interface ProvedChange extends Change {
  readonly evidence?: readonly object[]
}

export interface ProvedExplanation extends Explanation {
  readonly changes: ProvedChange[]
}

/** What each rule does to a URL, with the evidence of learned rules. */
export function explainUrl(url: string, policy: Policy): ProvedExplanation | NormalizeFailure {
  const explained = explain(url, policy)
  if (!explained.ok) return explained
  return { ...explained, changes: explained.changes.map((change) => addEvidence(change, policy)) }
}

function addEvidence(change: Change, { spec }: Policy): ProvedChange {
  const evidence = findEvidence(spec, change)
  return evidence.length === 0 ? change : { ...change, evidence }
}
