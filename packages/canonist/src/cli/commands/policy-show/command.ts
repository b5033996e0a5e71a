import { rulesInForce } from '@canonist/core'
import { buildCommand } from '@stricli/core'
import { command, type CanonistContext, type DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { jsonFlag, text } from '../../flags/common.ts'
import { loadPolicy } from '../../load-policy.ts'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { printable, printableLines } from '../../../text/printable.ts'
import { TIER_COLOURS } from '../../output/show-change.ts'
import { table } from '../../output/table.ts'

interface Flags {
  readonly json: boolean
}

async function showPolicy({ sink, hasColour }: Environment, { json }: Flags, ref: string): Promise<DoneExitCode> {
  const { policy } = await loadPolicy(ref)
  const { name, fingerprint, spec } = policy
  const rules = rulesInForce(policy)
  if (json) {
    await printJson(sink, {
      name,
      fingerprint,
      spec,
      rules: rules.map(({ id, tier, summary }) => ({ id, tier, summary })),
    })
    return 0
  }
  const paint = createPaint(hasColour)
  const { stringify } = await import('yaml')
  const rows = rules.map(({ id, tier, summary }) => [paint('bold', id), paint(TIER_COLOURS[tier], tier), summary])
  const heading = `${paint('bold', printable(name))} ${paint('dim', fingerprint)}`
  const always = paint('dim', '  and the repairs of the URL standard, which no policy turns off')
  await print(sink, `${heading}\n\n${indented(printableLines(stringify(spec)))}\n${table(rows)}${always}\n`)
  return 0
}

function indented(block: string): string {
  return block.replace(/^(?=.)/gm, '  ')
}

export const policyShowCommand = buildCommand<Flags, [string], CanonistContext>({
  func: command(showPolicy),
  parameters: {
    flags: { json: jsonFlag },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'NAME|FILE', brief: 'A built-in policy, or a policy file' }],
    },
  },
  docs: {
    brief: 'A policy with all that it extends, and the rules in force',
    customUsage: ['[--json] NAME|FILE'],
    fullDescription: [
      'A policy with all that it extends written out, and the rules in force with their tiers.',
      '',
      'EXAMPLES',
      '  canonist policy show dedupe',
      '  canonist policy show --json my-policy.yaml',
    ].join('\n'),
  },
})
