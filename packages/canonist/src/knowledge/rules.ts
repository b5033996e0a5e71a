import { FLAGS, MISSING_VERSION, type Flag } from '../admit/words.ts'
import type { Level, ReportRule } from '../report/finding.ts'
import { DEAD_RULES } from './link-health.ts'

/** What validation looks for; what admission wants a person to look at comes on top. */
const OWN_RULES = {
  'unreadable-file': { level: 'error', summary: 'The file cannot be read as what its name says.' },
  'not-a-link': { level: 'error', summary: 'The field holds something that is no text.' },
  malformed: { level: 'error', summary: 'It is no URL of the public web that everyone reads alike.' },
  blocked: { level: 'error', summary: 'The policy blocks the host.' },
  'not-allowed': { level: 'error', summary: 'The host is not on the allowlist of the policy.' },
  shortener: { level: 'error', summary: 'A short link instead of the page that it leads to.' },
  'bad-redirect': { level: 'error', summary: 'A redirect leads where no source may be.' },
  'home-page': { level: 'error', summary: 'A home page instead of an informative link.' },
  'section-page': { level: 'warning', summary: 'A section page instead of an informative link.' },
  'plain-http': { level: 'warning', summary: 'http instead of https.' },
  'tracking-left': { level: 'warning', summary: 'Tracking parameters are left in.' },
  'session-left': { level: 'warning', summary: 'The session of whoever copied the link is left in.' },
  'page-of-list': { level: 'warning', summary: 'A page of a list instead of its beginning.' },
  'other-language': { level: 'warning', summary: 'There is a version in the language that the policy prefers.' },
  moved: { level: 'warning', summary: 'Redirects lead to another URL.' },
  'not-canonical': { level: 'warning', summary: 'It is spelled otherwise than the canonical URL.' },
  duplicate: { level: 'warning', summary: 'Another topic links to the same page.' },
  'no-link': { level: 'note', summary: 'The field is empty, or the file has none.' },
} as const satisfies Record<string, { level: Level; summary: string }>

export type OwnRule = keyof typeof OWN_RULES

export const OWN_RULE_IDS = Object.keys(OWN_RULES) as readonly OwnRule[]

/** These have rules of their own, by what the page is. */
const TOLD_OTHERWISE: readonly string[] = ['homepage_link', 'section_link']

export const RULES: readonly ReportRule[] = [
  ...Object.entries(OWN_RULES).map(([id, { level, summary }]) => ({ id, level, summary })),
  ...DEAD_RULES,
  ...Object.entries(FLAGS)
    .filter(([flag]) => !TOLD_OTHERWISE.includes(flag))
    .map(([flag, summary]) => ({ id: hyphened(flag), summary, level: 'warning' as const })),
  { id: 'no-preferred-version', summary: MISSING_VERSION, level: 'warning' },
]

export const levelOf = (rule: OwnRule): Level => OWN_RULES[rule].level

/** The rule that tells of a flag; null where another one does. */
export function ruleOfFlag(flag: Flag): string | null {
  if (TOLD_OTHERWISE.includes(flag)) return null
  return Object.hasOwn(FLAGS, flag) ? hyphened(flag) : 'no-preferred-version'
}

function hyphened(flag: string): string {
  return flag.replaceAll('_', '-')
}
