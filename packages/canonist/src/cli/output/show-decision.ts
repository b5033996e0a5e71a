import type { Admission, AdmissionDecision } from '@canonist/server/internal/admit/admissions'
import { describeFlag, describeNote, describeReason } from '@canonist/web/internal/admit/words'
import type { Colour, Paint } from './paint.ts'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from './format-table.ts'
import type { StoredAdmission } from '@canonist/server/internal/find/find-pages'
import { plural } from '@canonist/core/internal/text/plural'

export const DECISION_COLOURS: Readonly<Record<AdmissionDecision, Colour>> = {
  accept: 'green',
  review: 'yellow',
  reject: 'red',
  pending: 'cyan',
}

/** Formats a URL, the decision about it, its reason, and what needs a review. */
export function showDecision(admission: Admission, paint: Paint): string {
  const { original, decision, reason, trace, redirectChain } = admission
  const changes = trace.map(({ rule, after }) => [`  ${paint('dim', rule)}`, toPrintable(after)])
  const hops = redirectChain.map(({ status, to }) => [`  ${paint('dim', String(status))}`, toPrintable(to)])
  const why = reason === null ? '' : ` ${reason}: ${describeReason(reason)}`
  const verdict = [`  ${paint('dim', 'decision')}`, `${paint(DECISION_COLOURS[decision], decision)}${why}`]
  const rows = [verdict, ...listFlagsAndNotes(admission, paint), ...listFindings(admission, paint)]
  return `\n  ${paint('bold', toPrintable(original))}\n${formatTable(changes, '')}${formatTable(hops, '')}${formatTable(rows, '')}\n`
}

function listFlagsAndNotes({ flags, notes }: Admission, paint: Paint): string[][] {
  return [
    ...flags.map((flag) => [`  ${paint('yellow', 'flag')}`, `${toPrintable(flag)}: ${describeFlag(flag)}`]),
    ...notes.map((note) => [`  ${paint('dim', 'note')}`, `${toPrintable(note)}: ${describeNote(note)}`]),
  ]
}

/** Formats everything else that admission found. */
export function showAdmissionFindings(admission: Admission, paint: Paint, indent = ''): string {
  return formatTable(listFindings(admission, paint), indent)
}

function listFindings(admission: Admission, paint: Paint): string[][] {
  const { stripped, unknownParams, fragment, language, alternates, pagination, linkType, classification } = admission
  const versions = Object.entries(alternates).map(([token, url]) => `${token} ${url}`)
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['removed', stripped],
    ['unknown', unknownParams],
    ['fragment', fragment === null ? [] : [fragment]],
    ['language', language === null ? [] : [language]],
    ['versions', versions],
    ['pages', pagination === null ? [] : [`${pagination.page_param}, ${pagination.total_pages ?? 'number unknown'}`]],
    ['kind', linkType === null ? [] : [`${linkType} (${classification.reasons.join(', ')})`]],
  ]
  return rows.flatMap(([what, texts]) => texts.map((text) => [`  ${paint('dim', what)}`, toPrintable(text)]))
}

/** Formats a recorded admission, to be shown below its page. */
export function showAdmission(admitted: StoredAdmission, paint: Paint): string {
  const { decision, reason, original, flags, notes, redirectChain, policyVersion, lastSeen, count } = admitted
  const verdict = paint(DECISION_COLOURS[decision], reason === null ? decision : `${decision} ${reason}`)
  const when = `${lastSeen.slice(0, '2026-01-01'.length)}, ${plural(count, 'time')}, policy ${toPrintable(policyVersion)}`
  const rows = [
    ...listCanonicalRow(admitted, paint),
    ...redirectChain.map(({ status, to }) => [`  ${paint('dim', String(status))}`, toPrintable(to)]),
    ...flags.map((flag) => [`  ${paint('yellow', 'flag')}`, `${flag}: ${describeFlag(flag)}`]),
    ...notes.map((note) => [`  ${paint('dim', 'note')}`, note]),
  ]
  return `  ${verdict} ${toPrintable(original)} (${when})\n${formatTable(rows)}${showAdmissionFindings(admitted, paint, '  ')}`
}

function listCanonicalRow({ canonical }: StoredAdmission, paint: Paint): string[][] {
  return canonical === null ? [] : [[`  ${paint('dim', 'as')}`, toPrintable(canonical)]]
}
