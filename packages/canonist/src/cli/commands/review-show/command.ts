import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { reviewId } from '../../flags/common.ts'

export const command = defineCommand({
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

export type ReviewShowFlags = FlagsOf<typeof command.parameters.flags>
