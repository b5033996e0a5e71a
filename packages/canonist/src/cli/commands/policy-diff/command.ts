import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import { numberFrom } from '../../flags/network.ts'
import type { PolicyDiffFlags } from './run.ts'

export const policyDiffCommand = buildCommand<PolicyDiffFlags, [string, string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).diffPolicies),
  parameters: {
    flags: {
      db: dbFlag,
      examples: {
        kind: 'parsed',
        parse: numberFrom(0, 1000),
        default: '10',
        placeholder: 'N',
        brief: 'How many merges and splits are listed, and how many URLs of each',
      },
      json: jsonFlag,
    },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, placeholder: 'OLD', brief: 'A built-in policy, or a policy file' },
        { parse: text, placeholder: 'NEW', brief: 'The policy that it is compared with' },
      ],
    },
  },
  docs: {
    brief: 'Which pages of a registry merge and split between two policies',
    customUsage: ['[flags] OLD NEW'],
    fullDescription: [
      'Which pages of a registry merge and which split between two policies, by every URL that was ever added. Nothing is',
      'written. Exit code 1 where something merges or splits.',
      '',
      'EXAMPLES',
      '  canonist policy diff dedupe my-policy.yaml',
      '  canonist policy diff --json --db urls.db dedupe rfc3986',
    ].join('\n'),
  },
})
