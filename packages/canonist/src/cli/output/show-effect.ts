import { stringify } from 'yaml'
import { dropEvidence } from '../../app/reviews/rule-evidence.ts'
import type { DecisionEffect } from '../../app/reviews/reviews.ts'
import type { Paint } from './paint.ts'
import { plural } from '../../text/plural.ts'
import { toPrintable, toPrintableLines } from '../../text/printable.ts'
import { showDifferences } from './show-differences.ts'

/** Formats what a decision changes, for people. */
export function showEffect(effect: DecisionEffect, paint: Paint): string {
  if (effect.changes === 'nothing') return 'changes nothing; the decision is kept, with who and why\n'
  if (effect.changes === 'fact') {
    return `${toPrintable(effect.host)} has ${toPrintable(effect.fact)} ${toPrintable(effect.value)}${describeBefore(effect.before)}\n`
  }
  if (effect.changes === 'verdict') return `${describeVerdictEffect(effect)}\n`
  const entry = toPrintableLines(stringify({ sites: dropEvidence(effect.sites) }))
  return `adds to the policy\n${indentLines(entry)}${indentLines(showDifferences(effect.differences, paint))}`
}

function describeVerdictEffect({ pageDecision, pages }: Extract<DecisionEffect, { changes: 'verdict' }>): string {
  const what = `what ${plural(pages, 'page')} ${pages === 1 ? 'shows' : 'show'}`
  return pageDecision === 'accepted'
    ? `accepts ${what} now: it is healthy again, and may be cited`
    : `refuses ${what} now: it is not cited until the former text is back`
}

function describeBefore(before: string | null): string {
  return before === null ? '' : `, until now ${toPrintable(before)}`
}

function indentLines(text: string): string {
  return text.replace(/^(?=.)/gm, '    ')
}
