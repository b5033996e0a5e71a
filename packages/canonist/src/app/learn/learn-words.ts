/** How learned rules are shown, and which logs can be read. */
export type { ProbedRule } from '../../learn/rule-evidence.ts'
export { actionOf, countOf, doubtOf, isSeen, isTried, placeOf, probeOf } from '../../learn/rule-words.ts'
