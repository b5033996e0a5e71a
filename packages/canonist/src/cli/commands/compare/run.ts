import { compare, UrlError, type Change, type Comparison, type Policy } from '@canonist/core'
import { RunError } from '../../run-error.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { type ChangeRow, formatChanges, showChange, TIER_COLOURS } from '../../output/show-change.ts'
import type { CompareFlags } from './command.ts'

export async function run(environment: Environment, flags: CompareFlags, a: string, b: string): Promise<DoneExitCode> {
  const { policy } = await loadPolicy(flags.policy)
  const comparison = await compareOrThrow(environment, [a, b], policy)
  if (flags.json) await printJson(environment.sink, comparison)
  else await print(environment.sink, showComparison(comparison, policy.name, environment))
  return comparison.same ? 0 : 1
}

async function compareOrThrow(
  environment: Environment,
  urls: readonly [string, string],
  policy: Policy,
): Promise<Comparison> {
  try {
    return compare(...urls, policy)
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    const { correctScheme } = await import('../../help/correct-scheme.ts')
    const corrected = correctScheme(environment, error.input, urls)
    throw new RunError(corrected ?? `${excerpt(error.message)} (${error.code})`, 2, error)
  }
}

function showComparison(
  { same, urls, changes, differsIn }: Comparison,
  policy: string,
  { hasColour, isReadByPerson, columns }: Environment,
): string {
  const paint = createPaint(hasColour)
  const under = `under ${toPrintable(policy)}`
  const verdict = same
    ? `${paint('green', 'same page')} ${under}`
    : `${paint('red', 'different pages')} ${under}: they differ in ${differsIn.join(', ')}`
  const difference = same ? toPrintable(urls[0]) : showChange(urls[0], urls[1], { paint, hasColour })
  const steps = [...listSteps('A', changes[0], paint), ...listSteps('B', changes[1], paint)]
  const room = isReadByPerson ? columns : Number.POSITIVE_INFINITY
  return `\n  ${verdict}\n  ${difference}\n\n${formatChanges(steps, { paint, hasColour, columns: room })}\n`
}

function listSteps(name: string, changes: readonly Change[], paint: Paint): ChangeRow[] {
  if (changes.length === 0) return [{ cells: [paint('dim', name), paint('dim', 'already normal')], change: null }]
  return changes.map(({ rule, tier, before, after }) => ({
    cells: [paint('dim', name), paint('bold', rule), paint(TIER_COLOURS[tier], tier)],
    change: { before, after },
  }))
}
