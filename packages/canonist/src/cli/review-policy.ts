import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from './context.ts'
import { dbFlag, quietFlag } from './flags.ts'

export interface ReviewPolicyFlags {
  readonly db: string | undefined
  readonly quiet: boolean
}

export const reviewPolicyCommand = buildCommand<ReviewPolicyFlags, [], CanonistContext>({
  loader: async () => command((await import('./run-review-policy.ts')).printReviewedPolicy),
  parameters: { flags: { db: dbFlag, quiet: quietFlag }, aliases: { q: 'quiet' } },
  docs: {
    brief: 'The policy in force with all that was decided, as a file',
    customUsage: ['[flags]'],
    fullDescription: [
      'The policy in force with the entries that were decided on, as a policy file (JSON). What it merges and splits is',
      'shown by policy diff; policy rekey puts it in force.',
      '',
      'EXAMPLES',
      '  canonist review policy > reviewed.json',
      '  canonist policy rekey ./reviewed.json',
    ].join('\n'),
  },
})
