import { createNormalizer, explain, tryNormalize, type Policy } from '@canonist/core'
import type { LineOutcome } from '../io/line-outcome.ts'

/** Normalizes one text under a policy, or rejects it. */
export type Judge = (input: string) => LineOutcome

/** The judge of every form of output that needs no changes. */
export function createJudge(policy: Policy): Judge {
  const normalizer = createNormalizer(policy)
  return (input) => {
    const url = normalizer(input)
    if (url !== null) return { ok: true, input, url }
    // The normalizer of the hot path returns only null for a rejected input; the reason is computed here.
    const outcome = tryNormalize(input, policy)
    return outcome.ok ? { ok: true, input, url: outcome.url } : { ...outcome, input }
  }
}

/** A judge that also lists the changes, rule by rule. */
export function createExplainingJudge(policy: Policy): Judge {
  return (input) => {
    const outcome = explain(input, policy)
    if (!outcome.ok) return { ok: false, input, code: outcome.code, message: outcome.message }
    return { ok: true, input, url: outcome.url, changes: outcome.changes }
  }
}
