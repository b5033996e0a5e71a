import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { createNumberParser, text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      examples: {
        kind: 'parsed',
        parse: createNumberParser(0, 1000),
        default: '10',
        placeholder: 'n',
        brief: 'List this many merges and splits, and this many URLs of each',
      },
      json: jsonFlag,
    },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, placeholder: 'OLD', brief: 'Built-in policy, or policy file' },
        { parse: text, placeholder: 'NEW', brief: 'Policy to compare with' },
      ],
    },
  },
  help: {
    summary: 'Show which pages would merge or split under another policy',
    usage: ['OLD NEW'],
    details: [
      'Compares two policies on every URL that was ever added. Neither needs to be the policy of the registry, and nothing is written. Exits with 1 if a page would merge or split.',
    ],
    examples: [
      'canonist policy diff dedupe examples/policies/shop.yaml',
      'canonist policy diff --examples 3 dedupe rfc3986',
      'canonist policy diff --json dedupe rfc3986',
    ],
  },
})

export type PolicyDiffFlags = FlagsOf<typeof command.parameters.flags>
