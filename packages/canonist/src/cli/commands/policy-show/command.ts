import { defineCommand } from '../../define-command.ts'
import { jsonFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'
import type { PolicyShowFlags } from './run.ts'

export const policyShowCommand = defineCommand<PolicyShowFlags, [string]>({
  load: async () => (await import('./run.ts')).showPolicy,
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
