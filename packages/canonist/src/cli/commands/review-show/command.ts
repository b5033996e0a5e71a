import { defineCommand } from '../../define-command.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { reviewId } from '../../flags/review-id.ts'
import type { ReviewShowFlags } from './run.ts'

export const reviewShowCommand = defineCommand<ReviewShowFlags, [number]>({
  load: async () => (await import('./run.ts')).showItem,
  parameters: {
    flags: { db: dbFlag, json: jsonFlag },
    positional: { kind: 'tuple', parameters: [reviewId] },
  },
  help: {
    summary: 'Show a review, and what each decision would change',
    usage: ['ID'],
    details: ['The exit code is 1 if there is no such review.'],
    examples: ['canonist review show 1', 'canonist review show --json 1', 'canonist review show --db urls.db 1'],
  },
})
