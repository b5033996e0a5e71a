import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, policyFlag, text } from '../../flags/common.ts'
import type { CompareFlags } from './run.ts'

export const compareCommand = buildCommand<CompareFlags, [string, string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).compareUrls),
  parameters: {
    flags: { policy: policyFlag, json: jsonFlag },
    aliases: { p: 'policy' },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, placeholder: 'A', brief: 'A URL' },
        { parse: text, placeholder: 'B', brief: 'Another URL' },
      ],
    },
  },
  docs: {
    brief: 'Whether two URLs are the same page, and why',
    customUsage: ['[flags] A B'],
    fullDescription: [
      'Whether two URLs are the same page under a policy, and why. Exit 0: same, 1: different, 2: one is no URL.',
      '',
      'EXAMPLES',
      '  canonist compare https://example.com/a "https://EXAMPLE.com/a?utm_source=x"',
      '  canonist compare --policy rfc3986 --json http://e.com:80/ http://e.com',
    ].join('\n'),
  },
})
