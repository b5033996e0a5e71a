import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, quietFlag } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  hasResults: false,
  parameters: {
    flags: { db: dbFlag, ...rejectionFlags, quiet: quietFlag },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: {
        parse: text,
        placeholder: 'PRIORITY',
        brief: 'P0, P1, P2 or policy; then URLs, files with one URL per line, or - for stdin',
      },
    },
  },
  help: {
    summary: 'Set how often check fetches pages',
    usage: ['P0|P1|P2|policy [URL|FILE...]'],
    details: [
      'P0 is daily, P1 weekly, P2 monthly; policy leaves it to the policy again (health.priority). Canonist lists URLs that are not in the registry on stderr, and exits with 1.',
    ],
    examples: [
      'canonist priority P0 https://shop.example.com/p/42-green-tea',
      'canonist priority P2 examples/links.txt',
      'canonist priority policy examples/links.txt',
    ],
  },
})

export type PriorityFlags = FlagsOf<typeof command.parameters.flags>
