import { defineCommand } from '../../define-command.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'
import type { ReviewListFlags, ReviewListState } from './run.ts'

const STATES: readonly ReviewListState[] = ['open', 'accepted', 'rejected', 'edited', 'over', 'all']

export const reviewListCommand = defineCommand<ReviewListFlags, []>({
  load: async () => (await import('./run.ts')).listQueue,
  parameters: {
    flags: {
      db: dbFlag,
      state: { kind: 'enum', values: STATES, default: 'open', brief: 'Only reviews in this state' },
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
