import type { QueuePriority } from '@canonist/server/internal/app/ingest/ingest-lists'
import { defineCommand } from '../../define-command.ts'
import { dbFlag, jsonFlag, newRegistryPolicyFlag, quietFlag, urlsOrFiles } from '../../flags/common.ts'
import { inputColumnFlag, inputFormatFlag } from '../../flags/input.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { keepHeapSmall } from '../../keep-heap-small.ts'
import type { FrontierAddFlags } from './run.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const satisfies QueuePriority[]

export const frontierAddCommand = defineCommand<FrontierAddFlags, readonly string[]>({
  load: async () => {
    keepHeapSmall()
    return (await import('./run.ts')).queueUrls
  },
  parameters: {
    flags: {
      db: dbFlag,
      policy: newRegistryPolicyFlag,
      priority: {
        kind: 'enum',
        values: PRIORITIES,
        default: 'normal',
        brief: 'Priority of the URLs; one level higher counts as much as a day of waiting',
      },
      inputFormat: inputFormatFlag,
      column: inputColumnFlag,
      ...rejectionFlags,
      json: { ...jsonFlag, brief: 'Print the counts of this run as JSON: {"seen","new","duplicates","rejected"}' },
      quiet: quietFlag,
    },
    aliases: { p: 'policy', q: 'quiet' },
    positional: urlsOrFiles,
  },
  help: {
    summary: 'Add URLs to the registry and queue their pages',
    usage: ['[URL|FILE...]'],
    details: [
      'A page is queued once; if it is already queued, it stays as it is. Run canonist work to fetch the queue. You can interrupt this command at any time; run it again to resume.',
    ],
    examples: [
      'canonist frontier add --max-invalid all examples/links.txt',
      'canonist frontier add --priority high https://example.com/today',
      'canonist frontier add --input-format csv --column url --json examples/links.csv',
    ],
  },
})
