import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { reviewId } from '../../flags/review-id.ts'
import type { ReviewShowFlags } from './run.ts'

export const reviewShowCommand = buildCommand<ReviewShowFlags, [number], CanonistContext>({
  loader: async () => command((await import('./run.ts')).showItem),
  parameters: {
    flags: { db: dbFlag, json: jsonFlag },
    positional: { kind: 'tuple', parameters: [reviewId] },
  },
  docs: {
    brief: 'One item with examples, and what each decision would change',
    customUsage: ['[flags] ID'],
    fullDescription: [
      'One item of the review queue with examples, and what accepting and rejecting it would change. Exit code 1 where',
      'there is none of this number.',
      '',
      'EXAMPLES',
      '  canonist review show 12',
      '  canonist review show --json 12',
    ].join('\n'),
  },
})
