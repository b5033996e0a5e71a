import { rules as CATALOGUE, tryNormalize } from '@canonist/core'
import type { Admission } from '@canonist/web/internal/admit/admission'
import { listRemovedNames } from '@canonist/web/internal/admit/removed-names'
import { NET_ERRORS, type NetErrorCode } from '@canonist/web/internal/net/errors'
import {
  describeFlag,
  REASONS,
  type AdmissionFlag,
  type AdmissionNote,
  type AdmissionReason,
} from '@canonist/web/internal/admit/words'
import { applyLevels, type GetLevel } from '../report/finding-levels.ts'
import { listOwnTag, type CampaignTags } from './campaign-tags.ts'
import { holdsOtherUrl, type CertainUrl } from './certain-url.ts'
import { isMeantAsLink, isValidUrl, type WrittenLink } from './literal-link.ts'
import { isMisspelledHttp } from './read/web-url.ts'
import type { LinkFinding } from './link-finding.ts'
import { retargetLink } from './retarget-link.ts'
import { getOwnLevel, OWN_RULE_IDS, UNCLEAR_HOME_PAGE, findFlagRule, type OwnRule } from './rules.ts'
import { isClear } from '@canonist/core/internal/text/is-clear'

/** How links are judged. */
export interface Judge {
  readonly getLevel: GetLevel
  readonly certainUrl: CertainUrl
  /** Whether the links are to be cited as sources. */
  readonly isSources: boolean
  /** Whether the user named fields with links; otherwise every text that looks like a URL is a link. */
  readonly hasFields: boolean
  /** Whether requests were sent. */
  readonly isOnline: boolean
  /** Whether the policy lists parameters; else it knows none, and none is worth a look. */
  readonly listsParams: boolean
  readonly campaignTags: CampaignTags
  isShortener(url: string): boolean
}

/** What admission says of a link, as the findings that are reported. A replacement is given only where it is certain. */
export function judgeLink(link: WrittenLink, admission: Admission, judge: Judge): LinkFinding[] {
  const url = link.text
  if (admission.reason !== null) {
    const isReported = judge.hasFields || isMeantAsLink(link, admission.reason, judge.isSources)
    const found = isReported
      ? [createRefusal(url, admission.reason, admission)]
      : listRefusedTracking(link, admission, judge)
    return applyLevels(found, judge.getLevel)
  }
  const changes = listChanges(url, admission, judge)
  const isOn = (rule: string): boolean => judge.getLevel(rule) !== 'off'
  const replacement = findReplacement(url, admission, changes, judge)
  const changed = changes
    .filter(({ rule }) => isOn(rule))
    .map((change) => createChangeFinding(url, admission, change, replacement))
  const flagged = admission.flags
    .filter((flag) => flag !== 'unknown_param' || judge.listsParams)
    .flatMap((flag) => listFlagFindings(url, flag, admission))
  return applyLevels([...listTypeFindings(url, admission), ...changed, ...flagged], judge.getLevel)
}

/** Tracking parameters in a link that is not requested, yet works. */
function listRefusedTracking({ text: url }: WrittenLink, { reason }: Admission, judge: Judge): LinkFinding[] {
  const works = (reason === 'malformed' || reason === 'port_not_allowed') && isValidUrl(url)
  const replacement = works ? judge.certainUrl(url, { spelling: false, tracking: true, session: false }) : url
  if (replacement === url) return []
  const names = listRemovedNames(url, replacement)
  return [
    createFinding(
      findTrackingRule(url, names, judge),
      url,
      `${describeTracking(names)} Write ${replacement}`,
      replacement,
    ),
  ]
}

/** The rule that reports the tracking parameters of a link. */
export function findTrackingRule(
  url: string,
  removed: readonly string[],
  { campaignTags }: Pick<Judge, 'campaignTags'>,
): 'tracking-left' | 'campaign-tag' {
  return listOwnTag(url, removed, campaignTags).length > 0 ? 'campaign-tag' : 'tracking-left'
}

/** The names of the campaign tag that a link keeps, because it is the maintainers' own and not reported. */
export function listKeptTag(
  url: string,
  { stripped }: Pick<Admission, 'stripped'>,
  { campaignTags, getLevel }: Pick<Judge, 'campaignTags' | 'getLevel'>,
): readonly string[] {
  return getLevel('campaign-tag') === 'off' ? listOwnTag(url, stripped, campaignTags) : []
}

const REFUSALS: Readonly<Partial<Record<AdmissionReason, OwnRule>>> = {
  blocklisted: 'blocked',
  not_allowlisted: 'not-allowed',
  needs_resolution: 'shortener',
  shortener_unresolved: 'shortener',
}

function createRefusal(url: string, reason: AdmissionReason, admission: Admission): LinkFinding {
  const rule = REFUSALS[reason] ?? (reason.startsWith('redirect_') ? 'bad-redirect' : 'malformed')
  const where = rule === 'bad-redirect' ? (admission.redirectChain.at(-1)?.to ?? url) : url
  const what = rule === 'malformed' ? url : URL.parse(where.trim())?.host || where
  return createFinding(rule, url, `${what}: ${describeRefusal(url, reason, admission)}`)
}

function describeRefusal(url: string, reason: AdmissionReason, { notes }: Admission): string {
  const { says, fix } = REASONS[reason]
  if (reason === 'needs_resolution')
    return isEnded(notes)
      ? `${describeEnding(notes)}Run again later, or link to the page itself.`
      : `${says} Run with --online.`
  const place = notes.find((note) => note.startsWith('control_character:'))?.split(':')[1]
  if (place !== undefined) return `The link contains a control character: character ${place}. ${fix}`
  if (reason === 'scheme_not_allowed' && isMisspelledHttp(url)) return 'The scheme is misspelled. Write http or https.'
  const broken = /^(https?)(?::\/|\/\/)(?!\/)(.*)$/is.exec(url.trim())
  if (reason === 'malformed' && broken !== null)
    return `"://" is missing after the scheme. Write ${broken[1]}://${broken[2]}`
  const parsed = tryNormalize(url, 'rfc3986')
  // The message begins with the URL in quotes, which is in front already.
  return reason === 'malformed' && !parsed.ok
    ? parsed.message.slice(parsed.message.indexOf('": ') + 3)
    : `${says} ${fix}`
}

const FLAG_FIXES: Readonly<Partial<Record<AdmissionFlag, string>>> = {
  // Its sentence names the fix already.
  unknown_param: '',
  spa_fragment: 'Open the link with and without its fragment.',
  http_only: 'Use a source with https if there is one.',
  access_restricted: 'Link to a page that everyone may read.',
  language_unverified: 'Run with --online, or link to that version.',
  mapping_unverified: 'Run with --online.',
  www_mapping_conflict: 'Correct hosts.canonical in the policy if the site has changed.',
}

function listFlagFindings(url: string, flag: AdmissionFlag, { unknownParams, notes }: Admission): LinkFinding[] {
  const rule = findFlagRule(flag)
  if (rule === null) return []
  const isFailure = flag === 'resolution_failed' || flag === 'tls_invalid'
  const what = flag === 'unknown_param' ? `${unknownParams.join(', ')}: ` : isFailure ? describeEnding(notes) : ''
  const fix = FLAG_FIXES[flag] ?? 'Open the link in a browser.'
  return [{ rule, level: 'warning', url, message: `${what}${describeFlag(flag)} ${fix}`.trimEnd() }]
}

const isEnded = (notes: readonly AdmissionNote[]): boolean => notes.some((note) => note.startsWith('ended:'))

/** How the request ended, for a page that was not found. */
function describeEnding(notes: readonly AdmissionNote[]): string {
  const ending = notes.find((note) => note.startsWith('ended:'))?.slice('ended:'.length)
  if (ending === undefined) return ''
  if (/^\d+$/.test(ending)) return `The server responded with status ${ending}. `
  const says = Object.hasOwn(NET_ERRORS, ending) ? ` ${NET_ERRORS[ending as NetErrorCode].says}` : ''
  return `The request failed (${ending}).${says} `
}

/** By the flag and not by the kind of page: a page that a reviewer allowed has no flag. */
function listTypeFindings(url: string, { flags, classification }: Admission): LinkFinding[] {
  const isHome = flags.includes('homepage_link')
  if (!isHome && !flags.includes('section_link')) return []
  const why = classification.reasons.join(', ').replaceAll('_', ' ')
  const describe = (what: string): string => `The link ${what} page (${why}). Link to the page on the topic itself.`
  if (!isHome) return [createFinding('section-page', url, describe('leads to a section'))]
  if (isClear(classification)) return [createFinding('home-page', url, describe('leads to a home'))]
  return [{ ...createFinding('home-page', url, describe('may lead to a home')), level: UNCLEAR_HOME_PAGE }]
}

/** The finding that reports each change; any other change concerns the spelling. */
const CHANGES: Readonly<Record<string, OwnRule>> = {
  'limit-scheme': 'plain-http',
  'remove-tracking-params': 'tracking-left',
  'remove-listed-params': 'tracking-left',
  'remove-session-params': 'session-left',
  'remove-path-session': 'session-left',
  'drop-page-number': 'page-of-list',
  'prefer-language': 'other-language',
  'follow-redirects': 'moved',
}

/** What differs between a link and its canonical URL, by the rule that reports it. */
interface LinkChange {
  readonly rule: OwnRule
  /** The rules of the normalizer and of admission that made the difference. */
  readonly by: readonly string[]
  /** Whether the difference may be written without a person. */
  readonly isCertain: boolean
}

function listChanges(url: string, admission: Admission, judge: Judge): LinkChange[] {
  const byRule = groupChanges(admission, judge.isShortener(url))
  if (isPlainHttp(admission) && !byRule.has('plain-http')) byRule.set('plain-http', [])
  if (!judge.isSources && !judge.isShortener(url) && !isPermanent(admission)) byRule.delete('moved')
  if (holdsOtherUrl(url)) for (const rule of ['tracking-left', 'session-left'] as const) byRule.delete(rule)
  const tracking = byRule.get('tracking-left')
  if (tracking !== undefined && byRule.delete('tracking-left'))
    byRule.set(findTrackingRule(url, admission.stripped, judge), tracking)
  const isProved = judge.isOnline && isFound(admission)
  return OWN_RULE_IDS.flatMap((rule) => {
    const by = byRule.get(rule)
    if (by === undefined) return []
    const certain = by.filter((id) => isCertainChange(id, url, admission, isProved))
    const rest = by.filter((id) => !certain.includes(id))
    const isMixed = certain.length > 0 && rest.length > 0
    if (!isMixed || rule !== 'not-canonical') return [{ rule, by, isCertain: by.length > 0 && rest.length === 0 }]
    // The certain part of the spelling is fixed, even if the rest is not certain.
    return [
      { rule, by: certain, isCertain: true },
      { rule, by: rest, isCertain: false },
    ]
  })
}

/** Every client adds the slash of an empty path by itself. */
const UNSEEN = 'add-root-slash'

function groupChanges({ trace, canonical, original }: Admission, isShortener: boolean): Map<OwnRule, string[]> {
  const byRule = new Map<OwnRule, string[]>()
  if (canonical === original) return byRule
  for (const { rule: by } of trace) {
    const rule = CHANGES[by] ?? 'not-canonical'
    if (by !== UNSEEN) byRule.set(rule, [...(byRule.get(rule) ?? []), by])
  }
  if (trace.some(({ rule }) => rule === 'keep-http')) byRule.delete('plain-http')
  const moved = byRule.get('moved')
  if (isShortener && moved !== undefined && byRule.delete('moved')) byRule.set('shortener', moved)
  return byRule
}

/** Whether the canonical URL uses http although nothing shows that the site has no https. */
function isPlainHttp({ canonical, flags, notes }: Admission): boolean {
  const isKnown = flags.includes('http_only') || notes.includes('expected:http_only')
  return canonical?.startsWith('http:') === true && !isKnown
}

/** Spelling, tracking and session ids: the only changes that lead to the same page on every site. */
const CERTAIN: ReadonlySet<string> = new Set([
  ...CATALOGUE.filter(({ tier }) => tier === 'safe').map(({ id }) => id),
  'trim-blanks',
  'escape-unsafe',
  'remove-dot-segments',
  'remove-tracking-params',
  'remove-listed-params',
  'remove-session-params',
  'remove-path-session',
])

/** The fragment never reaches the server, so no response proves that it is not needed. */
const UNPROVABLE = 'remove-fragment'

function isCertainChange(id: string, url: string, admission: Admission, isProved: boolean): boolean {
  if (CERTAIN.has(id)) return true
  if (!isProved || id === UNPROVABLE) return false
  return id !== 'follow-redirects' || isSamePageMoved(url, admission)
}

/** Flags that leave open which URL serves the page. */
const DOUBTS: readonly AdmissionFlag[] = [
  'http_only',
  'tls_invalid',
  'resolution_failed',
  'redirect_limit',
  'redirect_loop',
  'access_restricted',
  'mapping_unverified',
  'www_mapping_conflict',
]

/** Whether the canonical URL was requested and served. */
const isFound = ({ flags }: Admission): boolean => !DOUBTS.some((flag) => flags.includes(flag))

const PERMANENT = new Set([301, 308])

const isPermanent = ({ redirectChain }: Admission): boolean =>
  redirectChain.every(({ status }) => PERMANENT.has(status))

/**
 * A permanent redirect means that the page has moved. One to the home page means that it is lost, and a fragment in a redirect may
 * name another part than that of the link.
 */
function isSamePageMoved(url: string, admission: Admission): boolean {
  const { redirectChain, canonical } = admission
  const isLost = isRoot(canonical ?? '') && !isRoot(url)
  return isPermanent(admission) && !isLost && !redirectChain.some(({ to }) => to.includes('#'))
}

const isRoot = (url: string): boolean => /^https?:\/\/[^/?#]*\/?(?:#|$)/i.test(url.trim())

/** What to write instead of the link: what the network proved, or else the link without what is surely not needed. */
function findReplacement(
  url: string,
  admission: Admission,
  changes: readonly LinkChange[],
  judge: Judge,
): string | undefined {
  const { getLevel, certainUrl, isShortener } = judge
  const isOn = ({ rule }: LinkChange): boolean => getLevel(rule) !== 'off'
  const written = changes.filter((change) => change.isCertain && isOn(change)).map(({ rule }) => rule)
  if (written.length === 0) return undefined
  const needsProof = changes.filter(({ by }) => by.some((id) => !CERTAIN.has(id)))
  const isWhole = needsProof.every((change) => isOn(change) && (change.isCertain || isOnlyFragment(change)))
  const isProved = needsProof.some(({ isCertain }) => isCertain) && (isWhole || isShortener(url))
  const proved = isProved
    ? retargetLink(admission.canonical ?? url, url, listKeptTag(url, admission, judge), certainUrl)
    : null
  const replacement =
    proved ??
    certainUrl(url, {
      spelling: written.includes('not-canonical'),
      tracking: written.includes('tracking-left') || written.includes('campaign-tag'),
      session: written.includes('session-left'),
    })
  return replacement === url ? undefined : replacement
}

const isOnlyFragment = ({ by }: LinkChange): boolean => by.every((id) => id === UNPROVABLE || CERTAIN.has(id))

const SAYS: Readonly<Partial<Record<OwnRule, string>>> = {
  'plain-http': 'The link uses http.',
  'session-left': 'The link has the session id of the person who copied it.',
  'page-of-list': 'The link leads to one page of a list.',
  'other-language': 'There is a version in the language that the policy prefers.',
  moved: 'The link redirects to another URL.',
  shortener: 'The link is a short link.',
}

function createChangeFinding(
  url: string,
  admission: Admission,
  change: LinkChange,
  replacement: string | undefined,
): LinkFinding {
  const { rule, isCertain } = change
  const says = SAYS[rule] ?? describeChange(change, admission)
  if (isCertain && replacement !== undefined)
    return createFinding(rule, url, `${says} Write ${replacement}`, replacement)
  // The advice starts from the certain replacement, so that following it does not undo the fix.
  return createFinding(rule, url, `${says} ${describeAdvice(rule, replacement ?? url, admission)}`)
}

function describeChange({ rule, by }: LinkChange, { stripped }: Admission): string {
  if (rule === 'tracking-left') return describeTracking(stripped)
  if (rule === 'campaign-tag') return `The link has a campaign tag, which other links share: ${stripped.join(', ')}.`
  return `The link differs from the canonical URL (${[...new Set(by)].join(', ')}).`
}

const describeTracking = (names: readonly string[]): string => `The link has tracking parameters: ${names.join(', ')}.`

/** What a person can do if no replacement is certain. */
function describeAdvice(rule: OwnRule, url: string, { canonical }: Admission): string {
  if (rule === 'plain-http') {
    const secure = url.trim().replace(/^http:/i, 'https:')
    return `Check that ${secure} serves the same page, and link to that.`
  }
  return rule === 'other-language'
    ? `Link to ${canonical}`
    : `Check that ${canonical} is the same page, and link to that.`
}

function createFinding(rule: OwnRule, url: string, message: string, replacement?: string): LinkFinding {
  const found = { rule, level: getOwnLevel(rule), url, message }
  return replacement === undefined ? found : { ...found, replacement }
}
