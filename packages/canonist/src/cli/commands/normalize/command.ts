import { buildCommand } from '@stricli/core'
import { FORMATS } from '../../../io/line-formats.ts'
import { command, type CanonistContext } from '../../context.ts'
import { columnFlag, csvSafeFlag, keyFlag, policyFlag, quietFlag, text } from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import type { NormalizeFlags } from './run.ts'

export const normalizeCommand = buildCommand<NormalizeFlags, readonly string[], CanonistContext>({
  loader: async () => command((await import('./run.ts')).normalize),
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: FORMATS,
        optional: true,
        brief: 'Format of the output [default = text, with --explain jsonl]',
      },
      column: columnFlag,
      key: keyFlag,
      explain: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Add the changes, rule by rule (jsonl)',
      },
      csvSafe: csvSafeFlag,
      jobs: {
        kind: 'parsed',
        parse: parseJobs,
        optional: true,
        placeholder: 'N',
        brief: 'Threads [default = all cores, for input of 8 MiB and more]',
      },
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', j: 'jobs', q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'FILE', brief: 'A file (also .gz and .zst), - for stdin, or a URL' },
    },
  },
  docs: {
    brief: 'One normalized URL out for each line in',
    customUsage: ['[flags] [FILE...]'],
    fullDescription: [
      'One line out for each line in, in order. An invalid line gives an empty line, a count on stderr and exit code 1.',
      '',
      'EXAMPLES',
      '  canonist normalize urls.txt > normalized.txt',
      '  zcat urls.gz | canonist normalize --key --policy sources',
      '  canonist normalize --format csv --column link table.csv',
      '  canonist normalize --explain "https://Example.com/a/../b?utm_source=x"',
    ].join('\n'),
  },
})

function parseJobs(input: string): number {
  const count = Number(input)
  if (!/^\d+$/.test(input) || count < 1 || count > 256) throw new Error('it must be a number from 1 to 256')
  return count
}
