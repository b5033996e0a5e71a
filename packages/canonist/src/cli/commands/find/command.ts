import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import type { FindFlags } from './run.ts'

export const findCommand = buildCommand<FindFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).findPages),
  parameters: {
    flags: {
      db: dbFlag,
      key: { kind: 'parsed', parse: text, optional: true, placeholder: 'KEY', brief: 'The page with this key' },
      host: { kind: 'parsed', parse: text, optional: true, placeholder: 'HOST', brief: 'All pages of this host' },
      subdomains: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'With --host: also the pages of the hosts below it',
      },
      prefix: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'URL',
        brief: 'All pages whose canonical URL begins so',
      },
      json: jsonFlag,
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'URL', brief: 'A URL, in any of its spellings' },
    },
  },
  docs: {
    brief: 'The page a URL belongs to, with all aliases and their evidence',
    customUsage: ['[flags] URL...', '[flags] --key KEY', '[flags] --host HOST', '[flags] --prefix URL'],
    fullDescription: [
      'The page that a URL leads to, with every spelling that was seen and why it is held to lead there.',
      'Exit code 1 where nothing is known. --json prints one page a line.',
      '',
      'EXAMPLES',
      '  canonist find "https://example.com/?utm_source=x"',
      '  canonist find --host example.com --subdomains --json',
      '  canonist find --prefix https://example.com/docs/',
    ].join('\n'),
  },
})
