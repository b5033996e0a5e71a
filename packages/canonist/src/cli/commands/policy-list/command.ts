import { defineCommand } from '../../define-command.ts'
import { jsonFlag } from '../../flags/common.ts'
import type { PolicyListFlags } from './run.ts'

export const policyListCommand = defineCommand<PolicyListFlags, []>({
  load: async () => (await import('./run.ts')).listPolicies,
  parameters: { flags: { json: { ...jsonFlag, brief: 'Print a JSON list of {"name","fingerprint","description"}' } } },
  help: {
    summary: 'List the built-in policies with their fingerprints',
    usage: [''],
    details: [],
    examples: ['canonist policy list', 'canonist policy list --json', 'canonist policy list --output policies.txt'],
  },
})
