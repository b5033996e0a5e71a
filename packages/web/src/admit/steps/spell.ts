import { createNormalizer, explain, type Policy } from '@canonist/core'
import type { Draft } from '../draft.ts'
import { listRemovedNames } from '../removed-names.ts'

/** Normalizes the draft under a policy and records every change. */
export function spell(draft: Draft, policy: Policy): void {
  // Most URLs need no change in most steps, and this check is cheap.
  if (createNormalizer(policy)(draft.url) === draft.url) return
  const explanation = explain(draft.url, policy)
  if (!explanation.ok) return draft.reject('malformed')
  draft.stripped.push(...listRemovedNames(draft.url, explanation.url))
  draft.respell(explanation.url, explanation.changes)
}
