import type { Explanation } from '@canonist/core'
import { explainUrl, type ProvedChange, type ProvedExplanation } from '@canonist/server/internal/urls/explain-url'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '@canonist/server/internal/policies/load-policy'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { excerpt, toPrintable } from '@canonist/core/internal/text/printable'
import { formatChanges, TIER_COLOURS } from '../../output/show-change.ts'
import { formatTable } from '../../output/format-table.ts'
import type { ExplainFlags } from './command.ts'

export async function run(environment: Environment, flags: ExplainFlags, url: string): Promise<DoneExitCode> {
  const { policy } = await loadPolicy(flags.policy)
  const explanation = await explainUrl(url, policy)
  if (flags.json) await printJson(environment.sink, explanation)
  else if (explanation.ok) await print(environment.sink, await showExplanation(explanation, environment))
  if (explanation.ok) return 0
  const { correctScheme } = await import('../../help/correct-scheme.ts')
  const corrected = correctScheme(environment, url)
  environment.notify(`canonist: ${corrected ?? `${excerpt(explanation.message)} (${explanation.code})`}`)
  return 1
}

async function showExplanation(explanation: ProvedExplanation, environment: Environment): Promise<string> {
  const paint = createPaint(environment.hasColour)
  const proved = await showProofs(explanation.changes, paint)
  return `\n${showChanges(explanation, paint, environment)}${proved}\n${formatTable(listFacts(explanation, paint))}\n`
}

/** Loaded on demand: only policies with learned rules have evidence. */
async function showProofs(changes: readonly ProvedChange[], paint: Paint): Promise<string> {
  if (changes.every(({ evidence = [] }) => evidence.length === 0)) return ''
  const { showEvidence } = await import('../../output/show-evidence.ts')
  const shown = changes.flatMap(({ rule, evidence = [] }) => evidence.map((item) => showEvidence(rule, item, paint)))
  return `\n${shown.join('')}`
}

function showChanges(
  { changes, url }: Explanation,
  paint: Paint,
  { hasColour, isReadByPerson, columns }: Environment,
): string {
  if (changes.length === 0) return `  ${toPrintable(url)}\n  ${paint('dim', 'already normal: no rule changes it')}\n`
  const head = ['rule', 'tier', 'change'].map((title) => paint('dim', title))
  const rows = changes.map(({ rule, tier, before, after, detail }) => ({
    cells: [paint('bold', rule), paint(TIER_COLOURS[tier], tier)],
    change: { before, after },
    remark: detail === undefined ? undefined : paint('dim', `(${toPrintable(detail)})`),
  }))
  return formatChanges(rows, { head, paint, hasColour, columns: isReadByPerson ? columns : Number.POSITIVE_INFINITY })
}

function listFacts({ url, key, policy, fragment, notes }: Explanation, paint: Paint): string[][] {
  const label = (name: string): string => paint('dim', name)
  return [
    [label('result'), paint('bold', toPrintable(url))],
    [label('key'), key],
    [label('policy'), `${toPrintable(policy.name)} ${paint('dim', policy.fingerprint)}`],
    ...(fragment === null ? [] : [[label('fragment'), toPrintable(fragment)]]),
    ...notes.map((note) => [label('note'), toPrintable(note)]),
  ]
}
