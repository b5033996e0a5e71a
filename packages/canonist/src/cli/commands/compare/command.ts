import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag, policyFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: { policy: policyFlag, json: jsonFlag },
    aliases: { p: 'policy' },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, placeholder: 'A', brief: 'First URL' },
        { parse: text, placeholder: 'B', brief: 'Second URL' },
      ],
    },
  },
  help: {
    summary: 'Check whether two URLs are the same page, and why',
    usage: ['A B'],
    details: [
      'Exits with 0 if they are the same page under the policy, with 1 if they are not, and with 2 if one of them is invalid.',
    ],
    examples: [
      'canonist compare https://example.com/a "https://EXAMPLE.com/a?utm_source=x"',
      'canonist compare --policy rfc3986 http://example.com:80/ http://example.com',
      'canonist compare --json https://example.com/a https://example.com/b',
    ],
  },
})

export type CompareFlags = FlagsOf<typeof command.parameters.flags>
