import { LIST_FORMATS } from '@canonist/lists/internal/io/line-formats'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { csvSafeFlag, filesOrUrls, keyFlag, policyFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { tableFlags } from '../../flags/table.ts'
import { createNumberParser } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: LIST_FORMATS,
        optional: true,
        brief: 'Format of the output (default: that of the input; text for web archives; jsonl with --explain)',
      },
      ...tableFlags,
      key: keyFlag,
      explain: createSwitch('Add the changes, rule by rule (jsonl)'),
      csvSafe: csvSafeFlag,
      jobs: {
        kind: 'parsed',
        parse: createNumberParser(1, 256),
        optional: true,
        placeholder: 'n',
        brief: 'Number of threads (default: all cores if the input has 8 MiB or more)',
      },
      ...rejectionFlags,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', j: 'jobs', q: 'quiet' },
    positional: filesOrUrls,
  },
  help: {
    summary: 'Normalize URLs: one line out for each line in',
    usage: ['[FILE...]'],
    details: [
      'Lines keep their order. An invalid line becomes an empty line. Canonist counts invalid lines on stderr and exits with 1. An empty line stays empty.',
      'In a table, the other columns pass through and an invalid URL stays as it is. With --into, its new cell is empty and the column error has the code.',
    ],
    examples: [
      'canonist normalize examples/links.txt > normalized.txt',
      'canonist normalize --column url --into clean_url examples/links.csv',
      'canonist normalize --explain "https://Example.com/a/../b?utm_source=x"',
    ],
  },
})

export type NormalizeFlags = FlagsOf<typeof command.parameters.flags>
