import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import { hostFlag, reasonFlag, stateFlag } from '../../flags/frontier.ts'
import { numberFrom } from '../../flags/network.ts'
import type { FrontierListFlags } from './run.ts'

export const frontierListCommand = buildCommand<FrontierListFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).listUrls),
  parameters: {
    flags: {
      db: dbFlag,
      state: stateFlag,
      reason: reasonFlag,
      host: hostFlag,
      limit: {
        kind: 'parsed',
        parse: numberFrom(1, 1_000_000_000),
        optional: true,
        placeholder: 'N',
        brief: 'Print at most this many URLs',
      },
      after: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'ID',
        brief: 'Continue behind the URL with this id: that of the last line before',
      },
      json: jsonFlag,
    },
  },
  docs: {
    brief: 'The URLs of the queue, by state, reason and host',
    customUsage: ['[flags]'],
    fullDescription: [
      'The URLs of the queue, one a line: state, reason, URL. --json prints all that is known of each.',
      '',
      'EXAMPLES',
      '  canonist frontier list --state dead --reason too_many_redirects',
      '  canonist frontier list --host example.com --json',
      '  canonist frontier list --json --limit 100 --after 4711',
    ].join('\n'),
  },
})
