import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, quietFlag, text } from '../../flags/common.ts'
import { numberFrom } from '../../flags/network.ts'
import type { PolicyRekeyFlags } from './run.ts'

export const policyRekeyCommand = buildCommand<PolicyRekeyFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).rekeyRegistry),
  parameters: {
    flags: {
      db: dbFlag,
      undo: {
        kind: 'parsed',
        parse: numberFrom(1, Number.MAX_SAFE_INTEGER),
        optional: true,
        placeholder: 'RUN',
        brief: 'Take this rekey back, finished or not',
      },
      json: jsonFlag,
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'array',
      maximum: 1,
      parameter: { parse: text, placeholder: 'NEW', brief: 'A built-in policy, or a policy file' },
    },
  },
  docs: {
    brief: 'Move the keys of a registry to another policy, or back',
    customUsage: ['[flags] NEW', '[flags] --undo RUN', '[flags]'],
    fullDescription: [
      'Moves all pages of a registry to keys of another policy: what is one page now is merged, what is no longer one is',
      'split, and every URL stays. Others may read meanwhile; nothing can be added until it is done. Broken off, it goes',
      'on where it stopped when it is run again, also without naming the policy. --undo takes the last one back.',
      '',
      'EXAMPLES',
      '  canonist policy rekey my-policy.yaml',
      '  canonist policy rekey             goes on with what was broken off',
      '  canonist policy rekey --undo 12',
    ].join('\n'),
  },
})
