import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { quietFlag, text } from '../../flags/common.ts'
import type { PolicyListFormat } from '../../../app/policies/import-policy.ts'
import type { PolicyImportFlags } from './run.ts'

const ORIGINS: readonly PolicyListFormat[] = ['clearurls', 'removeparam', 'clean-param']

export const policyImportCommand = buildCommand<PolicyImportFlags, [string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).importPolicy),
  parameters: {
    flags: {
      from: { kind: 'enum', values: ORIGINS, brief: 'The format of the list' },
      host: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'HOST',
        brief: 'Whose robots.txt it is (clean-param)',
      },
      name: { kind: 'parsed', parse: text, optional: true, placeholder: 'NAME', brief: 'The name of the new policy' },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: text,
          placeholder: 'FILE',
          brief: 'The list (also .gz and .zst), or - for stdin: a ClearURLs JSON, a filter list or a robots.txt',
        },
      ],
    },
  },
  docs: {
    brief: 'Turn a list that you have into a policy file',
    customUsage: ['--from clearurls|removeparam|clean-param [flags] FILE'],
    fullDescription: [
      'Turns a ClearURLs catalogue, the $removeparam filters of an AdGuard or uBlock list, or the Clean-param lines of a',
      'robots.txt into a policy file (JSON on stdout). What has no counterpart is told on stderr and gives exit code 1.',
      '',
      'EXAMPLES',
      '  canonist policy import --from clearurls data.min.json > clearurls.json',
      '  canonist policy import --from clean-param --host example.com robots.txt > example.json',
    ].join('\n'),
  },
})
