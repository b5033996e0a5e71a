import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { urlsOrFiles } from '../../flags/common.ts'
import { ingestFlags } from '../../flags/ingest.ts'
import { keepHeapSmall } from '../../keep-heap-small.ts'

const { db, policy, inputFormat, column, ...others } = ingestFlags

export const command = defineCommand({
  beforeLoad: keepHeapSmall,
  parameters: {
    flags: {
      db,
      policy,
      inputFormat,
      column,
      priority: {
        kind: 'enum',
        values: ['P0', 'P1', 'P2'],
        optional: true,
        brief: 'How often check fetches these pages: P0 daily, P1 weekly, P2 monthly',
      },
      ...others,
    },
    aliases: { p: 'policy', q: 'quiet' },
    positional: urlsOrFiles,
  },
  help: {
    summary: 'Add URLs to the registry, and link duplicates to their page',
    usage: ['[URL|FILE...]'],
    details: [
      'Canonist normalizes each URL and links it to its page, which it creates if it is new. It keeps every spelling. It rejects invalid inputs: it stores them with the reason, raises one review per cause, and exits with 1.',
      'You can interrupt it at any time; run the same command again to resume.',
    ],
    examples: [
      'canonist add examples/links.txt',
      'canonist add --input-format csv --column url --json examples/links.csv',
      'canonist add --db urls.db --priority P0 "https://example.com/?utm_source=x"',
    ],
  },
})

export type AddFlags = FlagsOf<typeof command.parameters.flags>
