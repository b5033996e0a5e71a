import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, quietFlag, text } from '../../flags/common.ts'
import type { PriorityFlags } from './run.ts'

export const priorityCommand = buildCommand<PriorityFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).setPriorities),
  parameters: {
    flags: { db: dbFlag, quiet: quietFlag },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'PRIORITY URL|FILE', brief: 'How often, then URLs, files of URLs, or -' },
      minimum: 1,
    },
  },
  docs: {
    brief: 'Set by hand how often check looks at pages',
    customUsage: ['[flags] P0|P1|P2|policy [URL|FILE...]'],
    fullDescription: [
      'P0 is daily, P1 weekly, P2 monthly; policy leaves it to the policy again (health.priority). The pages must be in the',
      'registry; URLs that are not are told, and give exit code 1.',
      '',
      'EXAMPLES',
      '  canonist priority P0 https://example.com/deadlines',
      '  canonist priority policy urls.txt',
    ].join('\n'),
  },
})
