import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, quietFlag, urlsOrFiles } from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import { networkFlags, numberFrom } from '../../flags/network.ts'
import type { CanonicalizeFlags } from './run.ts'

export const canonicalizeCommand = buildCommand<CanonicalizeFlags, readonly string[], CanonistContext>({
  // The network half is loaded only where it is used: `normalize` starts without it.
  loader: async () => command((await import('./run.ts')).canonicalizeUrls),
  parameters: {
    flags: {
      expect: {
        kind: 'enum',
        values: ['any', 'feed', 'page'],
        default: 'any',
        brief: 'What must be there',
      },
      maxRequests: {
        kind: 'parsed',
        parse: numberFrom(0, 100),
        default: '3',
        placeholder: 'N',
        brief: 'Requests for one URL after the first',
      },
      temporaryRedirects: {
        kind: 'enum',
        values: ['follow', 'keep'],
        default: 'follow',
        brief: 'Whether a URL that redirects by 302, 303 or 307 is kept',
      },
      stripAllQuery: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Also test the URL without its query',
      },
      keepHttp: { kind: 'boolean', default: false, withNegated: false, brief: 'Do not test https for an http URL' },
      keepWww: { kind: 'boolean', default: false, withNegated: false, brief: 'Do not test the host without www' },
      json: jsonFlag,
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
      ...networkFlags,
    },
    aliases: { q: 'quiet' },
    positional: urlsOrFiles,
  },
  docs: {
    brief: 'The cleanest URL that provably serves the same feed or page',
    customUsage: ['[flags] [URL|FILE...]'],
    fullDescription: [
      'Fetches a URL, looks at what its document declares, tests cleaner spellings and prints the one that is proved to',
      'serve the same: one line out for each line in. For URLs on the command line it also tells on stderr what was',
      'tried and why this URL won. A list is asked politely: one request at a time to a host, and robots.txt first.',
      '',
      'EXAMPLES',
      '  canonist canonicalize "http://www.example.com/feed/?utm_source=x"',
      '  canonist canonicalize --json --expect feed subscriptions.txt > canonical.jsonl',
      '  canonist canonicalize --connect-to ::127.0.0.1:8443 --cacert ca.pem https://example.com/',
    ].join('\n'),
  },
})
