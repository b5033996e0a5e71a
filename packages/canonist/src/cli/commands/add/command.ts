import { defineCommand } from '../../define-command.ts'
import { dbFlag, jsonFlag, newRegistryPolicyFlag, quietFlag, urlsOrFiles } from '../../flags/common.ts'
import { inputColumnFlag, inputFormatFlag } from '../../flags/input.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { keepHeapSmall } from '../../keep-heap-small.ts'
import type { AddFlags } from './run.ts'

export const addCommand = defineCommand<AddFlags, readonly string[]>({
  load: async () => {
    keepHeapSmall()
    return (await import('./run.ts')).addUrls
  },
  parameters: {
    flags: {
      db: dbFlag,
      policy: newRegistryPolicyFlag,
      inputFormat: inputFormatFlag,
      column: inputColumnFlag,
      priority: {
        kind: 'enum',
        values: ['P0', 'P1', 'P2'],
        optional: true,
        brief: 'How often check fetches these pages: P0 daily, P1 weekly, P2 monthly',
      },
      ...rejectionFlags,
      json: { ...jsonFlag, brief: 'Print the counts of this run as JSON: {"seen","new","duplicates","rejected"}' },
      quiet: quietFlag,
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
