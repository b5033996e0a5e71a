import { EXPORT_COLUMNS, type Exported } from '@canonist/server/internal/export/export-columns'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { csvSafeFlag, dbFlag, quietFlag } from '../../flags/common.ts'
import { createChoiceParser } from '../../flags/values.ts'

const NAMES = Object.keys(EXPORT_COLUMNS) as Exported[]

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      format: {
        kind: 'enum',
        values: ['jsonl', 'csv', 'parquet'],
        default: 'jsonl',
        brief: 'Format of the output',
      },
      csvSafe: { ...csvSafeFlag, brief: "Put ' before cells that a spreadsheet would run as a formula (csv)" },
      quiet: quietFlag,
    },
    aliases: { f: 'format', q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: createChoiceParser(NAMES), placeholder: 'WHAT', brief: `What to export: ${NAMES.join(', ')}` },
      ],
    },
  },
  help: {
    summary: 'Export pages, aliases, rejected inputs and more',
    usage: ['WHAT'],
    details: ['The export is a consistent snapshot, even while other processes write to the registry.'],
    examples: [
      'canonist export pages > pages.jsonl',
      'canonist export aliases --format csv | head',
      'canonist export pages --format parquet --output pages.parquet',
    ],
  },
})

export type ExportFlags = FlagsOf<typeof command.parameters.flags>
