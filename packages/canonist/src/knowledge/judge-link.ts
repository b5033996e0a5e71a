import type { Admission } from '../admit/admission.ts'
import { flagMeaning, REASONS, type Flag, type Reason } from '../admit/words.ts'
import type { Finding } from '../report/finding.ts'
import { levelOf, OWN_RULE_IDS, ruleOfFlag, type OwnRule } from './rules.ts'

/** What is found at a link, without its place. */
export type LinkFinding = Omit<Finding, 'place' | 'written' | 'other'>

/** What admission says of a link, as findings. A replacement is given only where admission accepts without a doubt. */
export function judgeLink(url: string, admission: Admission, isShortener: boolean): LinkFinding[] {
  const { reason, canonical, flags, decision } = admission
  if (reason !== null) return [refusalOf(url, reason, admission)]
  const flagged = flags.flatMap((flag) => flagFinding(url, flag, admission))
  const type = typeFinding(url, admission)
  const replacement = decision === 'accept' && canonical !== null && canonical !== url ? canonical : undefined
  return [...type, ...changeFindings(url, admission, isShortener, replacement), ...flagged]
}

const REFUSALS: Readonly<Partial<Record<Reason, OwnRule>>> = {
  blocklisted: 'blocked',
  not_allowlisted: 'not-allowed',
  needs_resolution: 'shortener',
  shortener_unresolved: 'shortener',
}

function refusalOf(url: string, reason: Reason, { redirectChain: chain, notes }: Admission): LinkFinding {
  const { cure } = REASONS[reason]
  const place = notes.find((note) => note.startsWith('control_character:'))?.split(':')[1]
  const says =
    place === undefined ? REASONS[reason].says : `It contains a control character: character ${place} of the link.`
  const rule = REFUSALS[reason] ?? (reason.startsWith('redirect_') ? 'bad-redirect' : 'malformed')
  const where = rule === 'bad-redirect' ? (chain.at(-1)?.to ?? url) : url
  const what = rule === 'malformed' ? url : URL.parse(where.trim())?.host || where
  return finding(rule, url, `${what}: ${says} ${reason === 'needs_resolution' ? 'Run with --online.' : cure}`)
}

/** What settles a doubt without a person. */
const FLAG_CURES: Readonly<Partial<Record<Flag, string>>> = {
  language_unverified: 'Run with --online, or link to the version that is wanted.',
  mapping_unverified: 'Run with --online.',
}

function flagFinding(url: string, flag: Flag, { unknownParams }: Admission): LinkFinding[] {
  const rule = ruleOfFlag(flag)
  if (rule === null) return []
  const what = flag === 'unknown_param' ? `${unknownParams.join(', ')}: ` : ''
  const cure = FLAG_CURES[flag] ?? 'A person must look at it.'
  return [{ rule, level: 'warning', url, message: `${what}${flagMeaning(flag)} ${cure}` }]
}

/** By the flag and not by the kind of page: what a reviewer has allowed has none. */
function typeFinding(url: string, { flags, classification }: Admission): LinkFinding[] {
  const isHome = flags.includes('homepage_link')
  if (!isHome && !flags.includes('section_link')) return []
  const [rule, what] = isHome ? (['home-page', 'home'] as const) : (['section-page', 'section'] as const)
  const why = classification.reasons.join(', ').replaceAll('_', ' ')
  return [finding(rule, url, `It is a ${what} page (${why}). Link to the page on the topic itself.`)]
}

/** Which finding tells of a change; what is not named is a matter of spelling. */
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

const SAYS: Readonly<Partial<Record<OwnRule, string>>> = {
  'plain-http': 'It is asked over http.',
  'session-left': 'It carries the session of whoever copied it.',
  'page-of-list': 'It is one page of a list.',
  'other-language': 'There is a version in the language that the policy prefers.',
  moved: 'Redirects lead to another URL.',
  shortener: 'It is a short link.',
}

function changeFindings(
  url: string,
  admission: Admission,
  isShortener: boolean,
  replacement: string | undefined,
): LinkFinding[] {
  if (admission.canonical === null || admission.canonical === url) return []
  const cure = replacement === undefined ? 'Settle what else is found here first.' : `Write ${replacement}`
  return changesOf(admission, isShortener).map((rule) =>
    finding(rule, url, `${SAYS[rule] ?? saysOf(rule, admission)} ${cure}`, replacement),
  )
}

/** The rules that tell of the changes, each once. */
function changesOf({ trace }: Admission, isShortener: boolean): OwnRule[] {
  const isPlainStill = trace.some(({ rule }) => rule === 'keep-http')
  const rules = new Set(trace.map(ruleOfChange))
  if (isPlainStill) rules.delete('plain-http')
  if (isShortener && rules.delete('moved')) rules.add('shortener')
  return OWN_RULE_IDS.filter((rule) => rules.has(rule))
}

const ruleOfChange = ({ rule }: { readonly rule: string }): OwnRule => CHANGES[rule] ?? 'not-canonical'

function saysOf(rule: OwnRule, { trace, stripped }: Admission): string {
  if (rule === 'tracking-left') return `Tracking is left in: ${stripped.join(', ')}.`
  const spelling = new Set(trace.filter((change) => ruleOfChange(change) === rule).map((change) => change.rule))
  return `It is not spelled as the canonical URL (${[...spelling].join(', ')}).`
}

function finding(rule: OwnRule, url: string, message: string, replacement?: string): LinkFinding {
  const found = { rule, level: levelOf(rule), url, message }
  return replacement === undefined ? found : { ...found, replacement }
}
