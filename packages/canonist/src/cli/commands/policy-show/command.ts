import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: { json: { ...jsonFlag, brief: 'Print {"name","fingerprint","spec","rules"}' } },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'NAME|FILE', brief: 'Built-in policy, or policy file' }],
    },
  },
  help: {
    summary: 'Show a policy with everything it extends, and its active rules',
    usage: ['NAME|FILE'],
    details: [],
    examples: [
      'canonist policy show dedupe',
      'canonist policy show examples/policies/shop.yaml',
      'canonist policy show --json examples/ayuda/sources.yaml',
    ],
  },
})

export type PolicyShowFlags = FlagsOf<typeof command.parameters.flags>
