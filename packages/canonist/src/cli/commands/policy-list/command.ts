import { policies } from '@canonist/core'
import { buildCommand } from '@stricli/core'
import { command, type CanonistContext, type DoneExitCode } from '../../context.ts'
import type { Environment } from '../../environment.ts'
import { jsonFlag } from '../../flags/common.ts'
import { createPaint } from '../../output/paint.ts'
import { print, printJson } from '../../output/print.ts'
import { table } from '../../output/table.ts'

interface Flags {
  readonly json: boolean
}

async function listPolicies({ sink, hasColour }: Environment, { json }: Flags): Promise<DoneExitCode> {
  const paint = createPaint(hasColour)
  const all = Object.values(policies)
  if (json) {
    const listed = all.map(({ name, fingerprint, spec }) => ({
      name,
      fingerprint,
      description: spec.description ?? '',
    }))
    await printJson(sink, listed)
    return 0
  }
  const rows = all.map(({ name, fingerprint, spec }) => [
    paint('bold', name),
    paint('dim', fingerprint),
    spec.description ?? '',
  ])
  await print(sink, table(rows, ''))
  return 0
}

export const policyListCommand = buildCommand<Flags, [], CanonistContext>({
  func: command(listPolicies),
  parameters: { flags: { json: jsonFlag } },
  docs: {
    brief: 'The built-in policies with their fingerprints',
    customUsage: ['[--json]'],
    fullDescription:
      'The built-in policies with their fingerprints.\n\nEXAMPLES\n  canonist policy list\n  canonist policy list --json',
  },
})
