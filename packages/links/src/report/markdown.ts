import type { Finding, Level, ReportRule } from './finding.ts'
import { formatCode, escapeMarkdown, formatLink, formatProse } from '@canonist/core/internal/text/markdown-text'
import { plural } from '@canonist/core/internal/text/plural'
import { countLevels, groupFindings, LEVELS, formatPlace, type CountedReport } from './report.ts'

export interface MarkdownOptions {
  readonly title: string
  /** What the subjects are: `file`, `page`. */
  readonly noun: string
  /** What was done with the subjects. */
  readonly verb: 'checked' | 'watched'
}

const HEADINGS: Readonly<Record<Level, string>> = { error: 'Errors', warning: 'Warnings', note: 'Notes' }

/** A page for people: the worst first, a table for each rule in the order of the rules. */
export function formatMarkdownReport(
  report: Omit<CountedReport, 'version'>,
  { title, ...counted }: MarkdownOptions,
): string {
  const summary = describeSummary(report, counted)
  const parts = LEVELS.flatMap((level) => formatLevel(level, report))
  return `${[`# ${escapeMarkdown(title)}`, summary, ...parts].join('\n\n')}\n`
}

function describeSummary(
  { findings, subjects }: Omit<CountedReport, 'version' | 'rules'>,
  { noun, verb }: Omit<MarkdownOptions, 'title'>,
): string {
  const counts = countLevels(findings)
  const found = LEVELS.filter((level) => counts[level] > 0).map((level) => plural(counts[level], level))
  const counted = `${plural(subjects.length, noun)} ${verb}`
  return found.length === 0 ? `${counted}: no findings.` : `${counted}: ${found.join(', ')}.`
}

function formatLevel(level: Level, { findings, rules }: Omit<CountedReport, 'version' | 'subjects'>): string[] {
  const ofLevel = findings.filter((finding) => finding.level === level)
  const groups = groupFindings(
    ofLevel,
    ({ rule }) => rule,
    rules.map(({ id }) => id),
  )
  const sections = [...groups].flatMap(([id, group]) => (group.length === 0 ? [] : formatRule(id, group, rules)))
  return sections.length === 0 ? [] : [`## ${HEADINGS[level]}`, ...sections]
}

function formatRule(id: string, group: readonly Finding[], rules: readonly ReportRule[]): string[] {
  const summary = rules.find((rule) => rule.id === id)?.summary
  const inFiles = group.some(({ place }) => place !== undefined)
  const rows = group.map((finding) => formatRow(finding, inFiles))
  const head = inFiles ? ['| where | URL | what |', '|---|---|---|'] : ['| URL | what |', '|---|---|']
  return [`### \`${id}\``, ...(summary === undefined ? [] : [escapeMarkdown(summary)]), [...head, ...rows].join('\n')]
}

function formatRow(finding: Finding, inFiles: boolean): string {
  const { url, message, place } = finding
  const where = place === undefined ? '' : formatCode(formatPlace(finding))
  const cells = [...(inFiles ? [where] : []), formatLink(url), formatProse(message)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
