import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, quietFlag } from '../../flags/common.ts'
import type { ReviewPolicyFlags } from './run.ts'

export const reviewPolicyCommand = buildCommand<ReviewPolicyFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).printReviewedPolicy),
  parameters: { flags: { db: dbFlag, quiet: quietFlag }, aliases: { q: 'quiet' } },
  docs: {
    brief: 'The policy that admissions use, else the one in force, with all that was decided, as a file',
    customUsage: ['[flags]'],
    fullDescription: [
      'The policy of the newest admission, or where nothing was admitted the policy in force, with the entries that were',
      'decided on, as a policy file (JSON). Admit under it with admit --policy; policy diff shows what it merges and splits,',
      'and policy rekey moves the keys to it.',
      '',
      'EXAMPLES',
      '  canonist review policy > reviewed.json',
      '  canonist policy rekey ./reviewed.json',
    ].join('\n'),
  },
})
