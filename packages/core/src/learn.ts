export { RULE_FAMILIES } from './learn/families.ts'
export { hideSecrets, hideSecretsInExamples } from './learn/compile/hide-secrets.ts'
export { listKnownParams } from './learn/known-params.ts'
export { learnRules } from './learn/learn-rules.ts'
export type { PageSpool } from './learn/log/page-spool.ts'
export { UnsortedLogError } from './learn/log/unsorted-log-error.ts'
export type {
  ClaimCount,
  CrawlRecord,
  LearnFigures,
  LearnOptions,
  LearnResult,
  LearnedRule,
  RuleExample,
  RuleFamily,
  RuleTier,
  SiteFigures,
} from './learn/types.ts'
