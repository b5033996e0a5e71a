import { FLAGS, MISSING_VERSION, type AdmissionFlag } from '@canonist/web/internal/admit/words'
import type { Level, ReportRule } from '../report/finding.ts'
import type { GetLevel } from '../report/finding-levels.ts'
import { DEAD_RULES } from './link-health.ts'

interface OwnRuleInfo {
  readonly level: Level
  readonly summary: string
  /** Reported only where links are to be cited as sources: with `--field`, an allowlist or `citation`. */
  readonly isForSources?: true
  /** Reported only where a flag or the policy gives it a level. */
  readonly isOnRequest?: true
  /** The level where links are not sources. */
  readonly otherwise?: Level
}

/** The rules of validation itself; flags of admission add more. */
const OWN_RULES = {
  'unreadable-file': {
    level: 'error',
    otherwise: 'warning',
    summary: 'The file, or its front matter, cannot be read as what its name says.',
  },
  'binary-file': { level: 'error', summary: 'The file is not UTF-8 text, whatever its name says.' },
  'not-a-link': { level: 'error', summary: 'The field holds something other than text.' },
  malformed: { level: 'error', summary: 'Not a valid URL, or parsers disagree about it.' },
  blocked: { level: 'error', summary: 'The host is on the blocklist of the policy (`hosts.block`).' },
  'not-allowed': {
    level: 'error',
    summary: 'The host is not on the allowlist of the policy (`hosts.allow`).',
    isForSources: true,
  },
  shortener: { level: 'error', summary: 'A short link instead of the page that it leads to.' },
  'bad-redirect': { level: 'error', summary: 'A redirect leads to a URL that the policy does not allow.' },
  'home-page': {
    level: 'error',
    summary:
      'A home page instead of an informative link. A warning where only the single segment of the path suggests it.',
    isForSources: true,
  },
  'section-page': { level: 'warning', summary: 'A section page instead of an informative link.', isForSources: true },
  'plain-http': { level: 'warning', summary: 'http instead of https.', isForSources: true },
  'tracking-left': { level: 'warning', summary: 'The link has tracking parameters.' },
  'campaign-tag': {
    level: 'warning',
    isOnRequest: true,
    summary: 'The link has a campaign tag (`utm_source`) that many links share.',
  },
  'session-left': { level: 'warning', summary: 'The link has a session id.' },
  'page-of-list': { level: 'warning', summary: 'A page of a list instead of its beginning.', isForSources: true },
  'other-language': {
    level: 'warning',
    summary: 'There is a version in the language that the policy prefers.',
    isForSources: true,
  },
  moved: { level: 'warning', summary: 'Redirects lead to another URL.' },
  'not-canonical': {
    level: 'warning',
    summary: 'The link is spelled differently from the canonical URL.',
    isForSources: true,
  },
  duplicate: { level: 'warning', summary: 'The same page is linked twice where once is enough.' },
  'no-link': { level: 'note', summary: 'The field is empty, or the file has none.' },
} as const satisfies Record<string, OwnRuleInfo>

export type OwnRule = keyof typeof OWN_RULES

export const OWN_RULE_IDS = Object.keys(OWN_RULES) as readonly OwnRule[]

/** These have rules of their own: `home-page` and `section-page`. */
const TYPE_FLAGS: readonly string[] = ['homepage_link', 'section_link']

/** Flags about the request itself: they concern every link, not only sources. */
const REQUEST_FLAGS: readonly string[] = ['tls_invalid', 'resolution_failed', 'redirect_limit', 'redirect_loop']

const FLAG_RULES = Object.entries(FLAGS)
  .filter(([flag]) => !TYPE_FLAGS.includes(flag))
  .map(([flag, summary]) => ({ flag, rule: { id: toRuleId(flag), summary, level: 'warning' as const } }))

const MISSING_VERSION_RULE: ReportRule = { id: 'no-preferred-version', summary: MISSING_VERSION, level: 'warning' }

export const RULES: readonly ReportRule[] = [
  ...Object.entries(OWN_RULES).map(([id, { level, summary }]) => ({ id, level, summary })),
  ...DEAD_RULES,
  ...FLAG_RULES.map(({ rule }) => rule),
  MISSING_VERSION_RULE,
]

/** Rules that report only about sources. */
export const SOURCE_RULE_IDS: ReadonlySet<string> = new Set([
  ...Object.entries<OwnRuleInfo>(OWN_RULES).flatMap(([id, { isForSources }]) => (isForSources === true ? [id] : [])),
  ...FLAG_RULES.flatMap(({ flag, rule }) => (REQUEST_FLAGS.includes(flag) ? [] : [rule.id])),
  MISSING_VERSION_RULE.id,
])

/** Of these, the rules on the kind and the language of a page. They report only if the user named the fields that hold sources. */
export const FIELD_RULE_IDS: ReadonlySet<string> = new Set([
  'home-page',
  'section-page',
  'other-language',
  toRuleId('language_unverified' satisfies AdmissionFlag),
  MISSING_VERSION_RULE.id,
])

/** Rules that report only if a flag or the policy says so. */
export const REQUESTED_RULE_IDS: ReadonlySet<string> = new Set(
  Object.entries<OwnRuleInfo>(OWN_RULES).flatMap(([id, { isOnRequest }]) => (isOnRequest === true ? [id] : [])),
)

const LEVELS: ReadonlyMap<string, Level> = new Map(RULES.map(({ id, level }) => [id, level]))

const OTHER_LEVELS: ReadonlyMap<string, Level> = new Map(
  Object.entries<OwnRuleInfo>(OWN_RULES).flatMap(([id, { otherwise }]) => (otherwise ? [[id, otherwise]] : [])),
)

export interface LinkKind {
  /** Whether the links are to be cited as sources. */
  readonly isSources: boolean
  /** Whether the user named the fields that hold them. */
  readonly hasFields: boolean
}

/** The level of a home page that the URL does not clearly show to be one. */
export const UNCLEAR_HOME_PAGE: Level = 'warning'

/** The levels of rules that neither flags nor the policy set. */
export function createDefaultLevels({ isSources, hasFields }: LinkKind): GetLevel {
  return (rule, found) => {
    if (FIELD_RULE_IDS.has(rule) && !hasFields) return 'off'
    if (rule === 'home-page' && found === UNCLEAR_HOME_PAGE) return found
    const level = REQUESTED_RULE_IDS.has(rule) ? 'off' : (LEVELS.get(rule) ?? 'warning')
    if (isSources) return level
    return SOURCE_RULE_IDS.has(rule) ? 'off' : (OTHER_LEVELS.get(rule) ?? level)
  }
}

export const getOwnLevel = (rule: OwnRule): Level => OWN_RULES[rule].level

/** The rule that reports a flag; null if a rule for the kind of page does. */
export function findFlagRule(flag: AdmissionFlag): string | null {
  if (TYPE_FLAGS.includes(flag)) return null
  return Object.hasOwn(FLAGS, flag) ? toRuleId(flag) : MISSING_VERSION_RULE.id
}

function toRuleId(flag: string): string {
  return flag.replaceAll('_', '-')
}
