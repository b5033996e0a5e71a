import { FORMATS } from '../../../io/line-formats.ts'
import { defineCommand } from '../../define-command.ts'
import { csvSafeFlag, filesOrUrls, keyFlag, policyFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { tableFlags } from '../../flags/table.ts'
import type { DedupeFlags } from './run.ts'

export const dedupeCommand = defineCommand<DedupeFlags, readonly string[]>({
  load: async () => (await import('./run.ts')).dedupe,
  parameters: {
    flags: {
      policy: policyFlag,
      format: {
        kind: 'enum',
        values: FORMATS,
        optional: true,
        brief: 'Format of the output (default: that of the input, or jsonl with --groups)',
      },
      ...tableFlags,
      key: keyFlag,
      groups: createSwitch('Print each URL with its count and the distinct lines that normalize to it (jsonl)'),
      csvSafe: csvSafeFlag,
      ...rejectionFlags,
      quiet: quietFlag,
    },
    aliases: { p: 'policy', f: 'format', g: 'groups', q: 'quiet' },
    positional: filesOrUrls,
  },
  help: {
    summary: 'Print each URL once, normalized, in order of first appearance',
    usage: ['[FILE...]'],
    details: ['Canonist leaves out invalid lines, counts them on stderr, and exits with 1.'],
    examples: [
      'canonist dedupe examples/links.txt > unique.txt',
      'canonist dedupe --groups --output groups.jsonl examples/links.txt',
      'canonist dedupe --column url examples/links.csv > unique.csv',
    ],
  },
})
