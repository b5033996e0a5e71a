/** How learned rules are shown, and which logs can be read. */
export type { ProbedRule } from '@canonist/learn/internal/rules/rule-evidence'
export {
  describeAction,
  describeCount,
  describeDoubt,
  isSeen,
  isTried,
  describePlace,
  describeProbe,
} from '@canonist/learn/internal/rules/describe-rule'
