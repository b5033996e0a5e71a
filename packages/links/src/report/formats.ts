import { formatGithubReport } from './github.ts'
import { formatJsonReport } from './json.ts'
import { formatJunitReport } from './junit.ts'
import { formatMarkdownReport } from './markdown.ts'
import type { Report } from './report.ts'
import { formatSarifReport } from './sarif.ts'
import { formatTextReport } from './text.ts'

/** The formats that need only the report. */
export const REPORT_FORMATS = {
  text: (report) => formatTextReport(report),
  json: formatJsonReport,
  sarif: formatSarifReport,
  junit: formatJunitReport,
  github: formatGithubReport,
  md: (report) => formatMarkdownReport(report, { title: 'Links', noun: 'file', verb: 'checked' }),
} as const satisfies Record<string, (report: Report) => string>

export type ReportFormat = keyof typeof REPORT_FORMATS
