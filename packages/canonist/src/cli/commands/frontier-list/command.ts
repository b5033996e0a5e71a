import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import { hostFlag, reasonFlag, stateFlag } from '../../flags/frontier.ts'
import type { FrontierListFlags } from './run.ts'

export const frontierListCommand = buildCommand<FrontierListFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).listUrls),
  parameters: { flags: { db: dbFlag, state: stateFlag, reason: reasonFlag, host: hostFlag, json: jsonFlag } },
  docs: {
    brief: 'The URLs of the queue, by state, reason and host',
    customUsage: ['[flags]'],
    fullDescription: [
      'The URLs of the queue, one a line: state, reason, URL. --json prints all that is known of each.',
      '',
      'EXAMPLES',
      '  canonist frontier list --state dead --reason too_many_redirects',
      '  canonist frontier list --host example.com --json',
    ].join('\n'),
  },
})
