import { buildCommand } from '@stricli/core'
import { FORMATS } from '../../../io/line-formats.ts'
import { command, type CanonistContext } from '../../context.ts'
import { columnFlag, csvSafeFlag, keyFlag, policyFlag, quietFlag, text } from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import type { DedupeFlags } from './run.ts'

export const dedupeCommand = buildCommand<DedupeFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).dedupe),
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: FORMATS,
        optional: true,
        brief: 'Format of the output [default = text, with --groups jsonl]',
      },
      column: columnFlag,
      key: keyFlag,
      groups: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Print every URL with its count and the distinct lines that stand for it (jsonl)',
      },
      csvSafe: csvSafeFlag,
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', g: 'groups', q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'FILE', brief: 'A file (also .gz and .zst), - for stdin, or a URL' },
    },
  },
  docs: {
    brief: 'Every URL once, in order of first sight',
    customUsage: ['[flags] [FILE...]'],
    fullDescription: [
      'Unique normalized URLs in order of first sight. Invalid lines are left out, counted on stderr, and give exit code 1.',
      '',
      'EXAMPLES',
      '  canonist dedupe urls.txt > unique.txt',
      '  canonist dedupe --groups monday.txt.gz tuesday.txt.gz > groups.jsonl',
      '  canonist dedupe --format csv --column link table.csv',
    ].join('\n'),
  },
})
