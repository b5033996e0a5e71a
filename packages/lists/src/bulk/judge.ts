import { createNormalizer, explain, tryNormalize, type Policy } from '@canonist/core'
import type { LineOutcome } from '../io/line-outcome.ts'

/** Normalizes one text under a policy, or rejects it. */
export type Judge = (input: string) => LineOutcome

/** The judge for outputs that do not list the changes. */
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

/** Resolves relative URLs before they are judged; the input stays what was written. */
export function resolveAgainst(base: string, judge: Judge): Judge {
  return (input) => {
    if (HAS_SCHEME.test(input)) return judge(input)
    const resolved = URL.parse(input, base)?.href ?? input
    return { ...judge(resolved), input }
  }
}

/** https://www.rfc-editor.org/rfc/rfc3986#section-3.1 */
const HAS_SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i

/** A judge that also lists the changes, rule by rule. */
export function createExplainingJudge(policy: Policy): Judge {
  return (input) => {
    const outcome = explain(input, policy)
    if (!outcome.ok) return { ok: false, input, code: outcome.code, message: outcome.message }
    return { ok: true, input, url: outcome.url, changes: outcome.changes }
  }
}
