import type { Finding, Level, ReportRule } from './finding.ts'

/** The contents of a report. */
export interface Report {
  readonly findings: readonly Finding[]
  /** Every rule that could have found something. */
  readonly rules: readonly ReportRule[]
  /** Everything that was checked: names of files, or URLs of pages. A subject without findings is fine. */
  readonly subjects: readonly string[]
  /** The version of Canonist. */
  readonly version: string
}

/** A report whose subjects are only counted. */
export interface CountedReport extends Omit<Report, 'subjects'> {
  readonly subjects: { readonly length: number }
}

export const LEVELS: readonly Level[] = ['error', 'warning', 'note']

export function countLevels(findings: readonly Finding[]): Record<Level, number> {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { level } of findings) counts[level] += 1
  return counts
}

/** The file that a finding is in, or the page that it is about. */
export const readSubject = ({ place, url }: Finding): string => place?.file ?? url

/** `data/imv.json:4:18`, as editors and terminals know how to open it. */
export function formatPlace({ place, url }: Finding): string {
  return place === undefined ? url : `${place.file}:${place.line}:${place.column}`
}

/** Groups findings by key: first those of `keys`, then in order of appearance. A key without findings has an empty list. */
export function groupFindings(
  findings: readonly Finding[],
  readKey: (finding: Finding) => string,
  keys: readonly string[] = [],
): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>(keys.map((key) => [key, []]))
  for (const finding of findings) {
    const key = readKey(finding)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  return groups
}
