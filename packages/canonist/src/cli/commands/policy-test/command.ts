import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: { json: { ...jsonFlag, brief: 'Print a JSON list of {"file","examples","failures"}' } },
    positional: {
      kind: 'array',
      minimum: 1,
      parameter: { parse: text, placeholder: 'FILE', brief: 'Policy files (JSON or YAML)' },
    },
  },
  help: {
    summary: 'Run the examples of policy files',
    usage: ['FILE...'],
    details: ['Exits with 1 if an example fails. Lists learned rules that have expired on stderr.'],
    examples: [
      'canonist policy test examples/policies/shop.yaml',
      'canonist policy test examples/policies/*.yaml',
      'canonist policy test --json examples/policies/shop.yaml',
    ],
  },
})

export type PolicyTestFlags = FlagsOf<typeof command.parameters.flags>
