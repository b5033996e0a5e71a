import {
  listFindingsByPage,
  listVerdictsWithEvidence,
  type CheckReport,
} from '@canonist/server/internal/check/report-check'
import type { Health, PageFilter } from '@canonist/server/internal/check/run-check'
import type { Levels } from '@canonist/links/internal/report/finding-levels'
import { HOST_RULE } from '@canonist/links/internal/report/host-findings'
import { formatJsonReport } from '@canonist/links/internal/report/json'
import { isFailure, JUNIT_END, formatJunitStart, formatSuite } from '@canonist/links/internal/report/junit'
import { formatJson } from '@canonist/core/internal/text/format-json'

/** The report of findings, with the verdict and the evidence of every page before it. */
export async function* streamJson(
  health: Health,
  filter: PageFilter,
  report: Parameters<typeof formatJsonReport>[0],
): AsyncGenerator<string> {
  yield '{\n  "pages": ['
  let mark = '\n'
  for await (const page of listVerdictsWithEvidence(health, filter)) {
    yield `${mark}${indentLines(formatJson(page, 2))}`
    mark = ',\n'
  }
  // The opening brace was written above.
  yield `\n  ],${formatJsonReport(report).slice(1)}`
}

const indentLines = (text: string): string => `    ${text.replaceAll('\n', '\n    ')}`

/** A test suite for each page, after those for hosts. */
export async function* streamJunit(
  health: Health,
  filter: PageFilter,
  { pages, pagesWithFindings, findings }: CheckReport,
  levels: Levels,
): AsyncGenerator<string> {
  yield formatJunitStart(findings.length + pages - pagesWithFindings, findings.filter(isFailure).length)
  for (const finding of findings.filter(({ rule }) => rule === HOST_RULE.id))
    yield formatSuite(finding.url, [finding]).xml
  for await (const page of listFindingsByPage(health, { filter, levels }))
    yield formatSuite(page.url, page.findings).xml
  yield JUNIT_END
}
