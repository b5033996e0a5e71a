import { toUSVString } from 'node:util'
import type { Finding } from './finding.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { groupFindings, readSubject, formatPlace, type Report } from './report.ts'

/** A test suite for each file or page. One without findings is a passed test, so that a build shows what was checked. */
export function formatJunitReport(report: Pick<Report, 'findings' | 'subjects'>): string {
  const suites = [...groupFindings(report.findings, readSubject, report.subjects)].map(([subject, findings]) =>
    formatSuite(subject, findings),
  )
  const tests = suites.reduce((sum, suite) => sum + suite.tests, 0)
  const failures = report.findings.filter(isFailure).length
  return [formatJunitStart(tests, failures), ...suites.map(({ xml }) => xml), JUNIT_END].join('')
}

export const formatJunitStart = (tests: number, failures: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${formatAttributes({ name: 'canonist', tests, failures, errors: 0 })}>\n`

export const JUNIT_END = '</testsuites>\n'

/** A note is not a failure. */
export const isFailure = ({ level }: Finding): boolean => level !== 'note'

export function formatSuite(
  subject: string,
  findings: readonly Finding[],
): { readonly tests: number; readonly xml: string } {
  const cases =
    findings.length === 0 ? [formatPassedCase(subject)] : findings.map((finding) => formatCase(subject, finding))
  const failures = findings.filter(isFailure).length
  const suite = formatAttributes({ name: subject, tests: cases.length, failures, errors: 0, skipped: 0 })
  return { tests: cases.length, xml: `  <testsuite${suite}>\n${cases.join('')}  </testsuite>\n` }
}

function formatPassedCase(subject: string): string {
  return `    <testcase${formatAttributes({ classname: subject, name: 'links', time: 0 })}/>\n`
}

function formatCase(subject: string, finding: Finding): string {
  const { rule, url, place } = finding
  const where = place === undefined ? {} : { file: place.file, line: place.line }
  const head = formatAttributes({ classname: subject, name: url === '' ? rule : `${rule}: ${url}`, ...where, time: 0 })
  return `    <testcase${head}>\n      ${formatOutcome(finding)}\n    </testcase>\n`
}

function formatOutcome(finding: Finding): string {
  const { rule, level, message } = finding
  const text = escapeXml(`${formatPlace(finding)}: ${level}: ${message}`)
  if (!isFailure(finding)) return `<system-out>${text}</system-out>`
  return `<failure${formatAttributes({ type: rule, message })}>${text}</failure>`
}

function formatAttributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 cannot represent control characters, lone surrogates, U+FFFE and U+FFFF. */
function escapeXml(text: string): string {
  const shown = toPrintable(toUSVString(text)).replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
  return shown.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
}
