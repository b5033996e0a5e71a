import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag, quietFlag } from '../../flags/common.ts'
import { createNumberParser, text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      undo: {
        kind: 'parsed',
        parse: createNumberParser(1, Number.MAX_SAFE_INTEGER),
        optional: true,
        placeholder: 'run',
        brief: 'Undo the last rekey, by its number, finished or not',
      },
      json: jsonFlag,
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'array',
      maximum: 1,
      parameter: { parse: text, placeholder: 'NEW', brief: 'Built-in policy, or policy file' },
    },
  },
  help: {
    summary: 'Move a registry to another policy, or undo that',
    usage: ['NEW', '--undo RUN', ''],
    details: [
      'Canonist merges pages that become one, splits pages that are no longer one, and keeps every URL. Other processes can read meanwhile, but cannot add URLs until it is done.',
      'You can interrupt it at any time; run it again, with or without the policy, to resume.',
    ],
    examples: [
      'canonist policy rekey examples/policies/shop.yaml',
      'canonist policy rekey --undo 1',
      'canonist policy rekey --json rfc3986',
    ],
  },
})

export type PolicyRekeyFlags = FlagsOf<typeof command.parameters.flags>
