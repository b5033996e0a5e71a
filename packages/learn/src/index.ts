/**
 * `@canonist/learn`: learns from crawl logs which URLs of a site serve the same page, and probes likely rules with requests.
 *
 * @example
 * const { records } = readCrawlLogs([await openInputFile('crawl.jsonl.gz')])
 * const { policy } = await learnRules(records)
 */
export { ARCHIVE_READER } from './logs/archive-reader.ts'
export {
  readCrawlLogs,
  type CrawlLogs,
  type LogColumns,
  type LogOptions,
  type LogReport,
} from './logs/crawl-records.ts'
export { LOG_ERRORS, LogError, type LogErrorCode } from './logs/errors.ts'
export { LOG_FORMATS, type LogFormat } from './logs/log-format.ts'
export { RULE_FAMILIES } from './log/families.ts'
export { hideSecrets, hideSecretsInExamples } from './compile/hide-secrets.ts'
export { listKnownParams } from './propose/known-params.ts'
export type { PageSpool } from './log/page-spool.ts'
export { UnsortedLogError } from './log/unsorted-log-error.ts'
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
} from './log/types.ts'
export { learnRules } from './learn/learn-rules.ts'
export { findOwner } from './rules/find-owner.ts'
export { probeRules, type ProbeOutcome, type ProbeRulesOptions } from './probe/probe-rules.ts'
export type { ProbedRule } from './rules/rule-evidence.ts'
export type { ProbeReport } from './rules/probe-report.ts'
