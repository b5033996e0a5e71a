/** The evidence for a learned rule, as policies and reviews store it. */
export { listEvidence, dropEvidence } from '@canonist/learn/internal/rules/policy-evidence'
export type { ProbedRule } from '@canonist/learn/internal/rules/rule-evidence'
