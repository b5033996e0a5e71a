import { explain, type Change, type Explanation, type Policy } from '@canonist/core'
import { evidenceOfChange } from '../../../learn/evidence-of-change.ts'
import type { DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { loadPolicy } from '../../../app/policies/load-policy.ts'
import { createPaint, type Paint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { excerpt, printable } from '../../../text/printable.ts'
import { showEvidence } from '../../output/show-evidence.ts'
import { showChange, TIER_COLOURS } from '../../output/show-change.ts'
import { table } from '../../output/table.ts'

export interface ExplainFlags {
  readonly policy: string
  readonly json: boolean
}

export async function explainUrl(environment: Environment, flags: ExplainFlags, url: string): Promise<DoneExitCode> {
  const { policy } = await loadPolicy(flags.policy)
  const explained = explain(url, policy)
  const explanation = explained.ok
    ? { ...explained, changes: explained.changes.map((change) => withEvidence(change, policy)) }
    : explained
  if (flags.json) await printJson(environment.sink, explanation)
  else if (explanation.ok) await print(environment.sink, page(explanation, environment.hasColour))
  if (explanation.ok) return 0
  environment.tell(`canonist: ${excerpt(explanation.message)} (${explanation.code})`)
  return 1
}

/** A change with what the policy gives as proof of the rule behind it. */
interface ProvedChange extends Change {
  readonly evidence?: readonly object[]
}

interface ProvedExplanation extends Explanation {
  readonly changes: ProvedChange[]
}

function withEvidence(change: Change, { spec }: Policy): ProvedChange {
  const evidence = evidenceOfChange(spec, change)
  return evidence.length === 0 ? change : { ...change, evidence }
}

function page(explanation: ProvedExplanation, hasColour: boolean): string {
  const paint = createPaint(hasColour)
  const proofs = explanation.changes.flatMap(({ evidence = [] }) => evidence.map((item) => showEvidence(item, paint)))
  const proved = proofs.length === 0 ? '' : `\n${proofs.join('')}`
  return `\n${changesTable(explanation, paint, hasColour)}${proved}\n${table(facts(explanation, paint))}\n`
}

function changesTable({ changes, url }: Explanation, paint: Paint, hasColour: boolean): string {
  if (changes.length === 0) return `  ${printable(url)}\n  ${paint('dim', 'is normal already: no rule changes it')}\n`
  const head = ['rule', 'tier', 'change'].map((title) => paint('dim', title))
  const rows = changes.map(({ rule, tier, before, after, detail }) => {
    const change = showChange(before, after, paint, hasColour)
    const remark = detail === undefined ? '' : paint('dim', `  (${printable(detail)})`)
    return [paint('bold', rule), paint(TIER_COLOURS[tier], tier), `${change}${remark}`]
  })
  return table([head, ...rows])
}

function facts({ url, key, policy, fragment, notes }: Explanation, paint: Paint): string[][] {
  const label = (name: string): string => paint('dim', name)
  return [
    [label('result'), paint('bold', printable(url))],
    [label('key'), key],
    [label('policy'), `${printable(policy.name)} ${paint('dim', policy.fingerprint)}`],
    ...(fragment === null ? [] : [[label('fragment'), printable(fragment)]]),
    ...notes.map((note) => [label('note'), printable(note)]),
  ]
}
