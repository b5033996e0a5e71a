import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import type { ReviewListFlags, ReviewListState } from './run.ts'

const STATES: readonly ReviewListState[] = ['open', 'accepted', 'rejected', 'edited', 'over', 'all']

export const reviewListCommand = buildCommand<ReviewListFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).listQueue),
  parameters: {
    flags: {
      db: dbFlag,
      state: { kind: 'enum', values: STATES, default: 'open', brief: 'Which items' },
      kind: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'KIND',
        brief: 'Only items of this kind: rejected_input, unknown_param, learned_rule, gone, takeover_suspect',
      },
      json: jsonFlag,
    },
  },
  docs: {
    brief: 'What a person must decide',
    customUsage: ['[flags]'],
    fullDescription: [
      'What a person must decide: one item for each cause, however many URLs it concerns. --json prints one item a line.',
      '',
      'EXAMPLES',
      '  canonist review list',
      '  canonist review list --state all --kind unknown_param --json',
    ].join('\n'),
  },
})
