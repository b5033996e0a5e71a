import { stringify } from 'yaml'
import { dropEvidence } from '../../app/reviews/rule-evidence.ts'
import type { DecisionEffect } from '../../app/reviews/reviews.ts'
import type { Paint } from './paint.ts'
import { plural } from '../../text/plural.ts'
import { toPrintable, toPrintableLines } from '../../text/printable.ts'
import { showDifferences } from './show-differences.ts'

/** Formats what a decision changes, for people. */
export function showEffect(effect: DecisionEffect, paint: Paint): string {
  if (effect.changes === 'nothing') return 'changes nothing; the decision is stored, with its author and reason\n'
  if (effect.changes === 'fact') {
    return `sets the fact "${toPrintable(effect.fact)}" of ${toPrintable(effect.host)} to ${toPrintable(effect.value)}${describeBefore(effect.before)}\n`
  }
  if (effect.changes === 'verdict') return `${describeVerdictEffect(effect)}\n`
  const entry = toPrintableLines(stringify({ sites: dropEvidence(effect.sites) }))
  return `adds to the policy\n${indentLines(entry)}${indentLines(showDifferences(effect.differences, paint))}`
}

function describeVerdictEffect({ pageDecision, pages }: Extract<DecisionEffect, { changes: 'verdict' }>): string {
  const what = `the present content of ${plural(pages, 'page')}`
  return pageDecision === 'accepted'
    ? `accepts ${what}, which may be cited again`
    : `refuses ${what}, which may not be cited until the former text is back`
}

function describeBefore(before: string | null): string {
  return before === null ? '' : ` (now: ${toPrintable(before)})`
}

function indentLines(text: string): string {
  return text.replace(/^(?=.)/gm, '    ')
}
