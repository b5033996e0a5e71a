import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag } from '../../flags/common.ts'

export const command = defineCommand({
  parameters: { flags: { json: { ...jsonFlag, brief: 'Print a JSON list of {"name","fingerprint","description"}' } } },
  help: {
    summary: 'List the built-in policies with their fingerprints',
    usage: [''],
    details: [],
    examples: ['canonist policy list', 'canonist policy list --json', 'canonist policy list --output policies.txt'],
  },
})

export type PolicyListFlags = FlagsOf<typeof command.parameters.flags>
