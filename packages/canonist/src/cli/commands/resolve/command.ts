import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, quietFlag, urlsOrFiles } from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import { networkFlags } from '../../flags/network.ts'
import type { ResolveFlags } from './run.ts'

export const resolveCommand = buildCommand<ResolveFlags, readonly string[], CanonistContext>({
  // The network half is loaded only where it is used: `normalize` starts without it.
  loader: async () => command((await import('./run.ts')).resolveUrls),
  parameters: {
    flags: { json: jsonFlag, maxInvalid: maxInvalidFlag, quiet: quietFlag, ...networkFlags },
    aliases: { q: 'quiet' },
    positional: urlsOrFiles,
  },
  docs: {
    brief: 'Where redirects lead: each hop, where it ends, or why not',
    customUsage: ['[flags] [URL|FILE...]'],
    fullDescription: [
      'Follows redirects and shows each hop with its status, the URL where it ends, or why it cannot be followed.',
      'With --json one line for each URL: the result of the follow function, with the length of the document instead of',
      'the document. A list is asked politely: one request at a time to a host, and robots.txt first.',
      '',
      'EXAMPLES',
      '  canonist resolve http://example.com/',
      '  canonist resolve --json short-links.txt | jq -r .url',
    ].join('\n'),
  },
})
