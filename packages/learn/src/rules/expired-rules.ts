import type { PolicySpec } from '@canonist/core'
import { listEvidence } from './policy-evidence.ts'

/** A learned rule of a policy that should be learned again. */
export interface ExpiredRule {
  readonly rule: string
  readonly expiry: string
}

/** Lists the expired rules of a policy, each once, the oldest first. They are still active. */
export function listExpiredRules(spec: PolicySpec, now: number): ExpiredRule[] {
  const expired = new Map<string, ExpiredRule>()
  for (const evidence of listEvidence(spec)) {
    const { rule, expiry } = evidence as Partial<Record<keyof ExpiredRule, unknown>>
    if (typeof rule !== 'string' || typeof expiry !== 'string') continue
    if (Date.parse(expiry) <= now) expired.set(rule, { rule, expiry })
  }
  return [...expired.values()].toSorted((a, b) => Date.parse(a.expiry) - Date.parse(b.expiry))
}
