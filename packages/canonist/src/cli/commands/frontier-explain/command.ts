import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: { db: dbFlag, json: jsonFlag },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'URL', brief: 'URL, in any spelling' }],
    },
  },
  help: {
    summary: 'Explain why a queued URL is in its state',
    usage: ['URL'],
    details: ['Exit code 1 if the URL is not queued.'],
    examples: [
      'canonist frontier explain https://shop.example.com/search',
      'canonist frontier explain "https://SHOP.example.com/search?utm_source=x"',
      'canonist frontier explain --json https://shop.example.com/search',
    ],
  },
})

export type FrontierExplainFlags = FlagsOf<typeof command.parameters.flags>
