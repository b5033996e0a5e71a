import { buildCommand } from '@stricli/core'
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
import type { AddFlags } from './run.ts'

export const addCommand = buildCommand<AddFlags, readonly string[], CanonistContext>({
  // Databases are loaded only where they are used: `normalize` starts without them.
  loader: async () => {
    keepHeapSmall()
    return command((await import('./run.ts')).addUrls)
  },
  parameters: {
    flags: {
      db: dbFlag,
      policy: newRegistryPolicyFlag,
      format: inputFormatFlag,
      column: inputColumnFlag,
      priority: {
        kind: 'enum',
        values: ['P0', 'P1', 'P2'],
        optional: true,
        brief: 'How often check looks at these pages: daily, weekly or monthly',
      },
      maxInvalid: maxInvalidFlag,
      json: jsonFlag,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', q: 'quiet' },
    positional: urlsOrFiles,
  },
  docs: {
    brief: 'Take URLs into the registry; duplicates are linked to their page',
    customUsage: ['[flags] [URL|FILE...]'],
    fullDescription: [
      'Normalizes every URL and links it to its page, which is made where it is new. Every spelling is kept as it came.',
      'What cannot be normalized is recorded, raises one review for each cause, and gives exit code 1 unless --max-invalid allows it.',
      'Files that were broken off half-way go on where they stopped when the same command is run again.',
      '',
      'EXAMPLES',
      '  canonist add crawl-*.txt.gz',
      '  canonist add --db postgres://canonist@db.example.com/urls https://example.com/?utm_source=x',
      '  canonist add --format csv --column link table.csv --json',
    ].join('\n'),
  },
})
