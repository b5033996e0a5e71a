import { githubReport } from './github.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import type { Report } from './report.ts'
import { sarifReport } from './sarif.ts'
import { textReport } from './text.ts'

/** The formats that need to be told nothing but what was found. */
export const REPORT_FORMATS = {
  text: (report) => textReport(report),
  json: jsonReport,
  sarif: sarifReport,
  junit: junitReport,
  github: githubReport,
  md: (report) => markdownReport(report, { title: 'Links', noun: 'file' }),
} as const satisfies Record<string, (report: Report) => string>

export type ReportFormat = keyof typeof REPORT_FORMATS
