import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { quietFlag, text } from '../../flags/common.ts'
import type { PolicyFormat } from '../../../app/policies/export-policy.ts'
import type { PolicyExportFlags } from './run.ts'

const FORMATS: readonly PolicyFormat[] = ['clean-param', 'nutch', 'heritrix', 'clearurls']

export const policyExportCommand = buildCommand<PolicyExportFlags, [string], CanonistContext>({
  loader: async () => command((await import('./run.ts')).exportPolicy),
  parameters: {
    flags: {
      as: { kind: 'enum', values: FORMATS, brief: 'The format to write' },
      host: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'HOST',
        brief: 'Whose robots.txt it is for (clean-param) [default = the only site of the policy]',
      },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'NAME|FILE', brief: 'A built-in policy, or a policy file' }],
    },
  },
  docs: {
    brief: 'Write what a policy says in the words of another tool',
    customUsage: ['--as clean-param|nutch|heritrix|clearurls [flags] NAME|FILE'],
    fullDescription: [
      'Writes Clean-param lines for a robots.txt (Yandex), a regex-normalize.xml (Apache Nutch), a canonicalization policy',
      '(Heritrix 3) or a ClearURLs catalogue to stdout. What the format has no words for is told on stderr, with the reason, and gives exit code 1.',
      '',
      'EXAMPLES',
      '  canonist policy export --as nutch learned.json > regex-normalize.xml',
      '  canonist policy export --as clean-param --host example.com learned.json >> robots.txt',
    ].join('\n'),
  },
})
