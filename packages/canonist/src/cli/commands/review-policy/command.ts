import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, quietFlag } from '../../flags/common.ts'

export const command = defineCommand({
  parameters: { flags: { db: dbFlag, quiet: quietFlag }, aliases: { q: 'quiet' } },
  help: {
    summary: 'Print the policy with all decisions, as a policy file',
    usage: [''],
    details: [
      'Prints the policy of the newest admission, or the active policy if nothing was admitted, with the decisions of reviewers added (JSON). Pass it to admit --policy. Run policy diff to see what it merges and splits, and policy rekey to make it active.',
    ],
    examples: [
      'canonist review policy > reviewed.json',
      'canonist review policy --output reviewed.json',
      'canonist review policy --db urls.db --quiet',
    ],
  },
})

export type ReviewPolicyFlags = FlagsOf<typeof command.parameters.flags>
