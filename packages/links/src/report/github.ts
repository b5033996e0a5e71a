import type { Finding, Level } from './finding.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import type { Report } from './report.ts'

const COMMANDS: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', note: 'notice' }

/** Workflow commands, which GitHub Actions shows beside the lines of a pull request. */
export function formatGithubReport({ findings }: Pick<Report, 'findings'>): string {
  return findings.map(formatLine).join('')
}

function formatLine(finding: Finding): string {
  const { level, message, url, place } = finding
  const text = place === undefined ? `${url}: ${message}` : message
  const properties = Object.entries(listProperties(finding)).map(([name, value]) => `${name}=${escapeProperty(value)}`)
  return `::${COMMANDS[level]} ${properties.join(',')}::${escapeData(text)}\n`
}

function listProperties({ rule, place }: Finding): Record<string, string> {
  if (place === undefined) return { title: rule }
  const { file, line, column, endLine, endColumn } = place
  // GitHub accepts columns only if the range is on one line.
  const columns = line === endLine ? { col: `${column}`, endColumn: `${endColumn}` } : {}
  return { file, line: `${line}`, endLine: `${endLine}`, ...columns, title: rule }
}

// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
function escapeData(text: string): string {
  return toPrintable(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
