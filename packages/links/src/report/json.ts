import type { Finding } from './finding.ts'
import { formatJson } from '@canonist/core/internal/text/format-json'
import { countLevels, type CountedReport } from './report.ts'

/** One object: the findings, each with its place beside its rule, and how many there are of each level. */
export function formatJsonReport({ findings, subjects }: Pick<CountedReport, 'findings' | 'subjects'>): string {
  const report = { findings: findings.map(flattenFinding), counts: countLevels(findings), subjects: subjects.length }
  return `${formatJson(report, 2)}\n`
}

function flattenFinding({ rule, level, message, url, place, other, replacement }: Finding): object {
  return { rule, level, message, url, ...place, replacement, other }
}
