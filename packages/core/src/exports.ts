// The exports that both entries share: everything that does not parse host names.
export type { Classification, ClassifyOptions, LinkType } from './classify/classify.ts'
export type { CleanlinessPreferences } from './classify/cleanliness.ts'
export { findSettings, type UrlSettings } from './classify/url-settings.ts'
export { rules, listActiveRules, type RuleInfo } from './normalize/catalogue.ts'
export type { Comparison, Component } from './normalize/compare.ts'
export type { Explanation } from './normalize/explain.ts'
export type { NormalizeFailure, NormalizeOutcome } from './normalize/normalize.ts'
export { policies, type KnownPolicy, type InlineSpec, type Policy, type PolicyRef } from './normalize/policy.ts'
export type { Change } from './normalize/recorder.ts'
export { hashUrl } from './normalize/hash-url.ts'
export { exportCleanParam } from './policy/export/clean-param.ts'
export { exportClearUrls } from './policy/export/clear-urls.ts'
export type { ExportResult } from './policy/export/export-result.ts'
export { exportHeritrix } from './policy/export/heritrix.ts'
export { exportNutch } from './policy/export/nutch.ts'
export { importCleanParam } from './policy/import/clean-param.ts'
export { importClearUrls } from './policy/import/clear-urls.ts'
export type { ImportResult } from './policy/import/import-result.ts'
export { importRemoveParam } from './policy/import/remove-param.ts'
export { PolicyError } from './policy/policy-error.ts'
export { mergePolicySpecs } from './policy/resolve.ts'
export type {
  ClassifySpec,
  HealthSpec,
  HostsSpec,
  LanguagesSpec,
  PolicyExample,
  PolicyFields,
  PolicySpec,
  QuerySpec,
  RewriteSpec,
  SiteSpec,
} from './policy/spec.ts'
export type { FindingLevel, Pattern, PolicyName, Tier } from './policy/terms.ts'
export { listCoveringDomains } from './url/domains.ts'
export type { ErrorEntry, ErrorKind, ReasonEntry } from './url/error-entry.ts'
export { ERRORS, UrlError, type UrlErrorCode } from './url/errors.ts'
export type { NormalizedUrl, UrlKey } from './url/stages.ts'
