import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag } from '../../flags/common.ts'
import type { PolicyListFlags } from './run.ts'

export const policyListCommand = buildCommand<PolicyListFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).listPolicies),
  parameters: { flags: { json: jsonFlag } },
  docs: {
    brief: 'The built-in policies with their fingerprints',
    customUsage: ['[--json]'],
    fullDescription:
      'The built-in policies with their fingerprints.\n\nEXAMPLES\n  canonist policy list\n  canonist policy list --json',
  },
})
