import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags/common.ts'
import type { PolicyShowFlags } from './run.ts'

export const policyShowCommand = buildCommand<PolicyShowFlags, [string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).showPolicy),
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
