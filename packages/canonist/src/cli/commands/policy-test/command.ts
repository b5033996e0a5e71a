import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, text } from '../../flags/common.ts'
import type { PolicyTestFlags } from './run.ts'

export const policyTestCommand = buildCommand<PolicyTestFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).testPolicies),
  parameters: {
    flags: { json: jsonFlag },
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: { parse: text, placeholder: 'FILE', brief: 'A policy file (JSON or YAML)' },
    },
  },
  docs: {
    brief: "Run a policy file's examples",
    customUsage: ['[--json] FILE...'],
    fullDescription: [
      "Runs a policy file's examples. Exit 1 where one fails. Learned rules whose time is over are told on stderr.",
      '',
      'EXAMPLES',
      '  canonist policy test my-policy.yaml',
      '  canonist policy test --json policies/*.yaml',
    ].join('\n'),
  },
})
