/**
 * `@canonist/links`: finds the links of files, checks and fixes them, says which may be cited, and watches their health over time.
 *
 * @example
 * const files = await readLinkFiles(['docs'])
 * const { findings, fixes } = await validateLinks(files, { policy: policies.links })
 * await writeFixes(fixes)
 */
export { readLinkFiles, type FileFormat, type LinkFiles, type ReadLinkFilesOptions } from './files/read-link-files.ts'
export type { FieldChoice, LinkFile, Topic } from './files/link-file.ts'
export type { FieldPath, FoundValue, ValueKind } from './files/read/found-value.ts'
export type { LinkDatabase, LinksOptions } from './files/open-links.ts'
export {
  LINK_RULES,
  dropFixed,
  validateLinks,
  type FileFix,
  type LinkReport,
  type ValidateLinksOptions,
} from './files/validate-links.ts'
export { writeFixes, type WrittenFixes } from './files/write-fixes.ts'
export {
  citeLinks,
  citeUrls,
  type AskedCitation,
  type Citation,
  type CiteLinksOptions,
  type Gap,
  type UrlCitation,
} from './files/cite-links.ts'
export type { CitedLink } from './files/cite/citation.ts'
export { LINK_ERRORS, LinkError, type LinkErrorCode } from './files/errors.ts'
export type { Finding, Level, Place, ReportRule } from './report/finding.ts'
export type { Levels } from './report/finding-levels.ts'
export { REPORT_FORMATS, type ReportFormat } from './report/formats.ts'
export { HEALTH_RULES, listHealthFindings } from './report/health-findings.ts'
export type { Report } from './report/report.ts'
export * from './health.ts'
