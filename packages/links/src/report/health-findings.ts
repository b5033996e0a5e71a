import { NET_ERRORS, type NetErrorCode } from '@canonist/web/internal/net/errors'
import type { PageVerdict } from '../health/sql/verdicts.sql.ts'
import {
  DEAD_VERDICTS,
  HEALTH_NOTES,
  HEALTH_REASONS,
  HEALTH_VERDICTS,
  type HealthNote,
  type HealthReason,
  type HealthVerdict,
} from '../health/words.ts'
import type { Finding, Level, ReportRule } from './finding.ts'
import { HOST_RULE, HostTally } from './host-findings.ts'

/** The level of each verdict. A healthy page is not a finding. */
const VERDICT_LEVELS: Readonly<Record<Exclude<HealthVerdict, 'healthy'>, Level>> = {
  takeover_suspect: 'error',
  gone: 'error',
  soft404: 'error',
  degraded: 'warning',
  moved: 'warning',
  guarded: 'note',
  inconclusive: 'note',
}

/** Notes that are findings. The others are only stored; the verdict covers a text that is gone. */
const NOTE_FINDINGS = {
  certificate_expires_soon: { level: 'warning', fix: 'Tell the operator of the host.' },
  drift_dates_and_amounts: { level: 'warning', fix: 'Compare your text with the page as it is now.' },
  drift_rewrite: { level: 'warning', fix: 'Read the page again: it may no longer support the citation.' },
  fragment_missing: { level: 'warning', fix: 'Link to the page, or to the new place of the section.' },
} as const satisfies Partial<Record<HealthNote, { readonly level: Level; readonly fix: string }>>

/** The id of the finding about a verdict or a note: `takeover-suspect` for the verdict `takeover_suspect`. */
export const toRuleId = (code: HealthVerdict | HealthNote): string => code.replaceAll('_', '-')

/** Every rule about the health of a link: its host, its verdict, and notes worth a look. */
export const HEALTH_RULES: readonly ReportRule[] = [
  HOST_RULE,
  ...Object.entries(VERDICT_LEVELS).map(([code, level]) => ({
    id: toRuleId(code as HealthVerdict),
    level,
    summary: HEALTH_VERDICTS[code as HealthVerdict].says,
  })),
  ...Object.entries(NOTE_FINDINGS).map(([code, { level }]) => ({
    id: toRuleId(code as HealthNote),
    level,
    summary: toSentence(HEALTH_NOTES[code as HealthNote]),
  })),
]

/**
 * Lists findings about the health of links. They are here and not in health/, which only states facts: the level is a matter of
 * reports. And not in cli/, because every interface should report the same.
 */
export function listHealthFindings(pages: readonly PageVerdict[]): Finding[] {
  const hosts = new HostTally()
  for (const page of pages) hosts.add(page)
  return [...hosts.listFindings(), ...pages.flatMap(listPageFindings)]
}

/** Lists the findings about one page. */
export function listPageFindings(page: PageVerdict): Finding[] {
  return [...listVerdictFindings(page), ...page.notes.flatMap((note) => listNoteFindings(page, note))]
}

function listVerdictFindings(page: PageVerdict): Finding[] {
  const { verdict, reasons, url, movedTo, leadsTo, failingSince } = page
  if (verdict === 'healthy') return []
  const since = failingSince === null ? '' : `, failing since ${failingSince.slice(0, 10)}`
  const to = movedTo === null ? (leadsTo === null ? '' : `, to ${leadsTo}`) : ` to ${movedTo}`
  const why = reasons.map(describeReason).join('; ')
  const message = `${WORDS[verdict]}: ${why}${to}${since}. ${describeFix(page)}${describeArchive(page)}`
  const finding = { rule: toRuleId(verdict), level: VERDICT_LEVELS[verdict], message, url }
  return [movedTo === null ? finding : { ...finding, replacement: movedTo }]
}

function describeFix({ verdict, movedTo }: PageVerdict): string {
  if (verdict !== 'moved' || movedTo !== null) return HEALTH_VERDICTS[verdict].fix
  return 'The policy does not allow that URL (plain http, or a host that is not on the allowlist): find another one.'
}

/** Where an archive may have the page from when it was last healthy; all of its copies if it never was. */
function describeArchive({ verdict, url, lastGood }: PageVerdict): string {
  if (!DEAD_VERDICTS.some((dead) => dead === verdict)) return ''
  const day = lastGood === null ? '*' : lastGood.slice(0, 10).replaceAll('-', '')
  return ` An archived copy may be at https://web.archive.org/web/${day}/${url}`
}

const WORDS: Readonly<Record<HealthVerdict, string>> = {
  healthy: 'Healthy',
  takeover_suspect: 'The domain may have another owner',
  gone: 'Gone',
  soft404: 'Looks like a missing page',
  degraded: 'Has a problem',
  moved: 'Moved',
  guarded: 'Closed to programs',
  inconclusive: 'No information',
}

function listNoteFindings({ url, lostFragments }: PageVerdict, note: HealthNote): Finding[] {
  if (!isFinding(note)) return []
  const { level, fix } = NOTE_FINDINGS[note]
  if (note === 'fragment_missing')
    return lostFragments.map((fragment) => {
      const message = `The page has no element ${fragment}. ${fix}`
      return { rule: toRuleId(note), level, message, url, fragment }
    })
  return [{ rule: toRuleId(note), level, message: `${toSentence(HEALTH_NOTES[note])} ${fix}`, url }]
}

const isFinding = (note: HealthNote): note is keyof typeof NOTE_FINDINGS => Object.hasOwn(NOTE_FINDINGS, note)

/** Describes a reason in words. */
export function describeReason(reason: HealthReason): string {
  if (Object.hasOwn(HEALTH_REASONS, reason)) return toClause(HEALTH_REASONS[reason as keyof typeof HEALTH_REASONS].says)
  if (reason.startsWith('status_')) return `the server responds with status ${reason.slice('status_'.length)}`
  return toClause(NET_ERRORS[reason as NetErrorCode].says)
}

/** Turns a sentence of a table into a clause of another sentence. */
const toClause = (text: string): string => text.replace(/^[A-Z]/, (first) => first.toLowerCase()).replace(/\.$/, '')

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
