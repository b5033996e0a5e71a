import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, text } from '../../flags/common.ts'
import { hostFlag, reasonFlag, stateFlag } from '../../flags/frontier.ts'
import type { FrontierRequeueFlags } from './run.ts'

export const frontierRequeueCommand = buildCommand<FrontierRequeueFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).requeueUrls),
  parameters: {
    flags: { db: dbFlag, state: stateFlag, reason: reasonFlag, host: hostFlag, json: jsonFlag },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'URL', brief: 'A URL, in any of its spellings' },
    },
  },
  docs: {
    brief: 'Fetch URLs again, whatever their state: now, and with all attempts',
    customUsage: ['[flags] [URL...]'],
    fullDescription: [
      'Makes URLs due now, with all attempts: dead ones, excluded ones, and fetched ones before their time.',
      'Hosts of theirs that are down are tried again, after the usual pause. What a worker has at this moment is left alone.',
      'Exit code 1 where nothing was found.',
      '',
      'EXAMPLES',
      '  canonist frontier requeue --state dead --reason too_many_redirects',
      '  canonist frontier requeue https://example.com/news',
    ].join('\n'),
  },
})
