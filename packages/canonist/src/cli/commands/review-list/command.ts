import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      state: {
        kind: 'enum',
        values: ['open', 'accepted', 'rejected', 'edited', 'over', 'all'],
        default: 'open',
        brief: 'Only reviews in this state',
      },
      kind: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'kind',
        brief: 'Only reviews of this kind: rejected_input, unknown_param, learned_rule, gone, takeover_suspect, …',
      },
      json: { ...jsonFlag, brief: 'Print one JSON object per review' },
    },
  },
  help: {
    summary: 'List the reviews that need a decision',
    usage: [''],
    details: ['There is one review for each cause, however many URLs it affects.'],
    examples: [
      'canonist review list',
      'canonist review list --kind rejected_input',
      'canonist review list --state all --json',
    ],
  },
})

export type ReviewListFlags = FlagsOf<typeof command.parameters.flags>
