import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag } from '../../flags/common.ts'
import type { FrontierStatsFlags } from './run.ts'

export const frontierStatsCommand = buildCommand<FrontierStatsFlags, [], CanonistContext>({
  loader: async () => command((await import('./run.ts')).countUrls),
  parameters: { flags: { db: dbFlag, json: jsonFlag } },
  docs: {
    brief: 'How many URLs of the queue are in which state, and why',
    customUsage: ['[flags]'],
    fullDescription: [
      'How many URLs are in each of the six states, and for which reasons. --json prints the six states alone.',
      '',
      'EXAMPLES',
      '  canonist frontier stats',
      '  canonist frontier stats --json',
    ].join('\n'),
  },
})
