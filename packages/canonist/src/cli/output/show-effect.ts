import { stringify } from 'yaml'
import { dropEvidence } from '@canonist/learn/internal/rules/policy-evidence'
import type { DecisionEffect } from '@canonist/registry/internal/registry/reviews/preview-effect'
import type { Paint } from './paint.ts'
import { plural } from '@canonist/core/internal/text/plural'
import { toPrintable, toPrintableLines } from '@canonist/core/internal/text/printable'
import { showDifferences } from './show-differences.ts'

/** Formats what a decision changes, for people. */
export function showEffect(effect: DecisionEffect, paint: Paint): string {
  if (effect.changes === 'nothing') return 'changes nothing; the decision is stored, with its author and reason\n'
  if (effect.changes === 'fact') return `${describeFactEffect(effect)}\n`
  if (effect.changes === 'verdict') return `${describeVerdictEffect(effect)}\n`
  const entry = toPrintableLines(stringify({ sites: dropEvidence(effect.sites) }))
  return `adds to the policy\n${indentLines(entry)}${indentLines(showDifferences(effect.differences, paint))}`
}

function describeFactEffect({ fact, host, value, before }: Extract<DecisionEffect, { changes: 'fact' }>): string {
  const [, flag, page = ''] = /^expected:([^:]+)(?::(.*))?$/s.exec(fact) ?? []
  const set = `sets the fact "${toPrintable(fact)}" of ${toPrintable(host)} to ${toPrintable(value)}${describeBefore(before)}`
  if (flag === undefined) return set
  const where = toPrintable(`${host}${page}`)
  const what =
    value === 'yes' ? `accepts the flag ${flag} for ${where} from now on` : `keeps the flag ${flag} for ${where}`
  return `${what} (${set})`
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
