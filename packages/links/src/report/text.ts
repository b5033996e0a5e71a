import type { Finding, Level } from './finding.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatPlace, type Report } from './report.ts'

/** Colours a word by its level, or returns it unchanged. */
export type Highlight = (level: Level, word: string) => string

/** A line for each finding, as compilers write them. */
export function formatTextReport(
  { findings }: Pick<Report, 'findings'>,
  highlight: Highlight = (_, word) => word,
): string {
  return findings.map((finding) => formatLine(finding, highlight)).join('')
}

function formatLine(finding: Finding, highlight: Highlight): string {
  const { level, message, rule } = finding
  return `${toPrintable(formatPlace(finding))}: ${highlight(level, level)}: ${toPrintable(message)} [${rule}]\n`
}
