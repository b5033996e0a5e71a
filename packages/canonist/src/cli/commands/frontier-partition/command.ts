import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag, quietFlag } from '../../flags/common.ts'
import { createNumberParser } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      json: { ...jsonFlag, brief: 'Print {"before","partitions","urls"}' },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          parse: createNumberParser(1, 256),
          placeholder: 'N',
          brief: 'How many partitions; 1 makes it one table again',
        },
      ],
    },
  },
  help: {
    summary: 'Split the queue of a PostgreSQL registry by host',
    usage: ['N'],
    details: [
      'Each partition is a table with its own indexes, which PostgreSQL vacuums separately. Claims and results take more processor time than with one table, so use partitions for a queue of some hundred million URLs, or when vacuum falls behind.',
      'Run it on a new database, or later: it copies the table while workers continue, and they pause for about a second at the end. It needs disk space for a second copy of the table. If you interrupt it, the queue stays as it was.',
    ],
    examples: [
      'canonist frontier partition 16',
      'canonist frontier partition --json 4',
      'canonist frontier partition 1',
    ],
  },
})

export type FrontierPartitionFlags = FlagsOf<typeof command.parameters.flags>
