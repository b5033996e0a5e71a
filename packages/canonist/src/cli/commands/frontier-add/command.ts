import type { QueuePriority } from '@canonist/server/internal/ingest/ingest-lists'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { urlsOrFiles } from '../../flags/common.ts'
import { ingestFlags } from '../../flags/ingest.ts'
import { keepHeapSmall } from '../../keep-heap-small.ts'

const { db, policy, ...others } = ingestFlags

const PRIORITIES = ['low', 'normal', 'high'] as const satisfies QueuePriority[]

export const command = defineCommand({
  beforeLoad: keepHeapSmall,
  parameters: {
    flags: {
      db,
      policy,
      priority: {
        kind: 'enum',
        values: PRIORITIES,
        default: 'normal',
        brief: 'Priority of the URLs; one level higher counts as much as a day of waiting',
      },
      ...others,
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

export type FrontierAddFlags = FlagsOf<typeof command.parameters.flags>
