import type { Finding, ReportRule } from '../../src/report/finding.ts'
import type { Report } from '../../src/report/report.ts'

export const RULES: readonly ReportRule[] = [
  { id: 'home-page', summary: 'A home page instead of an informative link.', level: 'error' },
  { id: 'tracking-left', summary: 'Tracking parameters are left in.', level: 'warning' },
  { id: 'moved', summary: 'The page moved.', level: 'note' },
]

export const PLACE = { file: 'data/imv.json', line: 4, column: 18, endLine: 4, endColumn: 41 }

export const TRACKED: Finding = {
  rule: 'tracking-left',
  level: 'warning',
  message: 'utm_source is left in; write https://boe.es/a',
  url: 'https://boe.es/a?utm_source=x',
  place: PLACE,
  replacement: 'https://boe.es/a',
}

export const MOVED: Finding = {
  rule: 'moved',
  level: 'note',
  message: 'it moved to https://sepe.es/b',
  url: 'https://sepe.es/a',
}

export const createReport = (...findings: readonly Finding[]): Report => ({
  findings,
  rules: RULES,
  subjects: ['data/clean.json', 'data/imv.json'],
  version: '1.2.3',
})

/** What a file name, a URL or a message of others may hold at worst. */
export const HOSTILE = 'a\u001b[31mb\r\nc\u0000d%0A,:|`<&>"\'\u202e\ud800]]>é😀'
