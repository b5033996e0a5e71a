import type { Finding, Level } from './finding.ts'
import { toPrintable } from '../text/printable.ts'
import { whereOf, type Report } from './report.ts'

/** Colours a word by how bad it is, or leaves it alone. */
export type Highlight = (level: Level, word: string) => string

/** A line for each finding, as compilers write them. */
export function textReport({ findings }: Pick<Report, 'findings'>, highlight: Highlight = (_, word) => word): string {
  return findings.map((finding) => lineOf(finding, highlight)).join('')
}

function lineOf(finding: Finding, highlight: Highlight): string {
  const { level, message, rule } = finding
  return `${toPrintable(whereOf(finding))}: ${highlight(level, level)}: ${toPrintable(message)} [${rule}]\n`
}
