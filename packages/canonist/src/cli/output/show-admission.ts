import { describeFlag } from '@canonist/server/internal/app/admit/admission-words'
import type { StoredAdmission } from '@canonist/server/internal/app/find/find-pages'
import { showAdmissionFindings, DECISION_COLOURS } from './show-decision.ts'
import type { Paint } from './paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable } from '@canonist/core/internal/text/printable'
import { formatTable } from './format-table.ts'

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
