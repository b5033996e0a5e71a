/** `canonist/learn`: learns rules of sites from crawl logs, and probes likely rules with requests. */
export * from '@canonist/core/learn'
export { learnRules } from './learn/learn-rules.ts'
export { findOwner } from './learn/find-owner.ts'
export { probeRules, type ProbeOutcome, type ProbeRulesOptions } from './learn/probe-rules.ts'
export type { ProbedRule } from './learn/rule-evidence.ts'
export type { ProbeReport } from './learn/probe/probe-report.ts'
