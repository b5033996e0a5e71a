import type { PolicySpec } from '@canonist/core'
import { listEvidence } from './policy-evidence.ts'

/** A learned rule of a policy that should be learned anew. */
export interface ExpiredRule {
  readonly rule: string
  readonly expiry: string
}

/** Rules of a policy whose time is over, each once, the one that is longest over first. They still act. */
export function listExpiredRules(spec: PolicySpec, now: number): ExpiredRule[] {
  const expired = new Map<string, ExpiredRule>()
  for (const evidence of listEvidence(spec)) {
    const { rule, expiry } = evidence as Partial<Record<keyof ExpiredRule, unknown>>
    if (typeof rule !== 'string' || typeof expiry !== 'string') continue
    if (Date.parse(expiry) <= now) expired.set(rule, { rule, expiry })
  }
  return [...expired.values()].toSorted((a, b) => Date.parse(a.expiry) - Date.parse(b.expiry))
}
