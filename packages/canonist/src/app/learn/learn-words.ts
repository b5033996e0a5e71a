/** How learned rules are shown, and which logs can be read. */
export type { ProbedRule } from '../../learn/rule-evidence.ts'
export {
  describeAction,
  describeCount,
  describeDoubt,
  isSeen,
  isTried,
  describePlace,
  describeProbe,
} from '../../learn/describe-rule.ts'
