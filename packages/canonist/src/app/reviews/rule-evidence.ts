/** The evidence for a learned rule, as policies and reviews store it. */
export { listEvidence, dropEvidence } from '../../learn/policy-evidence.ts'
export type { ProbedRule } from '../../learn/rule-evidence.ts'
