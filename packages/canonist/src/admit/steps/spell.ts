import { createNormalizer, explain, type Policy } from '@canonist/core'
import type { Draft } from '../draft.ts'
import { removedNames } from '../removed-names.ts'

/** Lets the normalizer at the draft, with every change written down. */
export function spell(draft: Draft, policy: Policy): void {
  // Most URLs need nothing at most steps, and asking so is cheap.
  if (createNormalizer(policy)(draft.url) === draft.url) return
  const explanation = explain(draft.url, policy)
  if (!explanation.ok) return draft.reject('malformed')
  draft.stripped.push(...removedNames(draft.url, explanation.url))
  draft.respell(explanation.url, explanation.changes)
}
