import { LIST_FORMATS } from '@canonist/lists/internal/io/line-formats'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { csvSafeFlag, filesOrUrls, keyFlag, policyFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { tableFlags } from '../../flags/table.ts'
import { createNumberParser, text } from '../../flags/values.ts'
import { createSizeParser } from '@canonist/core/internal/text/size'
import { keepHeapSmall } from '../../keep-heap-small.ts'

export const command = defineCommand({
  beforeLoad: keepHeapSmall,
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: LIST_FORMATS,
        optional: true,
        brief: 'Format of the output (default: that of the input; text for web archives; jsonl with --groups)',
      },
      ...tableFlags,
      key: keyFlag,
      groups: createSwitch('Print each URL with its count and the distinct lines that normalize to it (jsonl)'),
      csvSafe: csvSafeFlag,
      memory: {
        kind: 'parsed',
        parse: createSizeParser('1MB', '1000GB'),
        optional: true,
        placeholder: 'size',
        brief: 'Memory for the URLs seen so far; if they need more, Canonist uses temporary files (default: 512MB)',
      },
      temp: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'folder',
        brief: 'Folder for temporary files (default: $TMPDIR, else /tmp)',
      },
      jobs: {
        kind: 'parsed',
        parse: createNumberParser(1, 256),
        optional: true,
        placeholder: 'n',
        brief:
          'Number of threads, of which a list of URLs uses two at most (default: two if the input has 8 MiB or more and --memory is 192MB or more)',
      },
      ...rejectionFlags,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', g: 'groups', j: 'jobs', q: 'quiet' },
    positional: filesOrUrls,
  },
  help: {
    summary: 'Print each URL once, normalized, in order of first appearance',
    usage: ['[FILE...]'],
    details: [
      'In a table, Canonist keeps the first row of each URL. It leaves out invalid lines and rows, counts them on stderr, and exits with 1.',
      'A list of any length works: URLs that do not fit into --memory go to temporary files. If such a run is interrupted, run the same command again to resume.',
    ],
    examples: [
      'canonist dedupe examples/links.txt > unique.txt',
      'canonist dedupe --groups --output groups.jsonl examples/links.txt',
      'canonist dedupe --column url examples/links.csv > unique.csv',
    ],
  },
})

export type DedupeFlags = FlagsOf<typeof command.parameters.flags>
