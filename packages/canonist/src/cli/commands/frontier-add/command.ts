import { buildCommand } from '@stricli/core'
import type { QueuePriority } from '../../../app/ingest/ingest-lists.ts'
import { keepHeapSmall } from '../../keep-heap-small.ts'
import { command, type CanonistContext } from '../../context.ts'
import {
  dbFlag,
  inputColumnFlag,
  inputFormatFlag,
  jsonFlag,
  newRegistryPolicyFlag,
  quietFlag,
  urlsOrFiles,
} from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import type { FrontierAddFlags } from './run.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const satisfies QueuePriority[]

export const frontierAddCommand = buildCommand<FrontierAddFlags, readonly string[], CanonistContext>({
  loader: async () => {
    keepHeapSmall()
    return command((await import('./run.ts')).queueUrls)
  },
  parameters: {
    flags: {
      db: dbFlag,
      policy: newRegistryPolicyFlag,
      priority: {
        kind: 'enum',
        values: PRIORITIES,
        default: 'normal',
        brief: 'What comes first; a step is worth a day',
      },
      format: inputFormatFlag,
      column: inputColumnFlag,
      maxInvalid: maxInvalidFlag,
      json: jsonFlag,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', q: 'quiet' },
    positional: urlsOrFiles,
  },
  docs: {
    brief: 'Queue URLs to be fetched; a page is queued once',
    customUsage: ['[flags] [URL|FILE...]'],
    fullDescription: [
      'Takes URLs into the registry, as canonist add does, and queues their pages; canonist work fetches them.',
      'A page that is queued already stays as it is. Files that were broken off half-way go on where they stopped.',
      '',
      'EXAMPLES',
      '  canonist frontier add seeds.txt',
      '  canonist frontier add --max-invalid all seeds.txt && canonist work --drain',
      '  canonist frontier add --priority high https://example.com/news',
    ].join('\n'),
  },
})
