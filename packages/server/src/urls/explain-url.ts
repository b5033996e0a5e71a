import { explain, policies, type Change, type Explanation, type NormalizeFailure, type Policy } from '@canonist/core'
import { isBuiltIn } from '../policies/load-policy.ts'

/** A change with the evidence that the policy has for its rule. */
export interface ProvedChange extends Change {
  readonly evidence?: readonly object[]
}

export interface ProvedExplanation extends Explanation {
  readonly changes: ProvedChange[]
}

/** What each rule does to a URL, with the evidence of learned rules. */
export async function explainUrl(url: string, policy: Policy): Promise<ProvedExplanation | NormalizeFailure> {
  const explained = explain(url, policy)
  // Built-in policies hold no evidence: a short command does without the code that finds it.
  if (!explained.ok || (isBuiltIn(policy.name) && policies[policy.name] === policy)) return explained
  const { findEvidence } = await import('@canonist/learn/internal/rules/find-evidence')
  const addEvidence = (change: Change): ProvedChange => {
    const evidence = findEvidence(policy.spec, change)
    return evidence.length === 0 ? change : { ...change, evidence }
  }
  return { ...explained, changes: explained.changes.map(addEvidence) }
}
