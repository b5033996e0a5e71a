import { buildCommand } from '@stricli/core'
import { EXPORT_COLUMNS, type Exported } from '../../../app/export/export-columns.ts'
import { command, type CanonistContext } from '../../context.ts'
import { csvSafeFlag, dbFlag, quietFlag, text } from '../../flags/common.ts'
import type { ExportFlags } from './run.ts'

const NAMES = Object.keys(EXPORT_COLUMNS)

function parseName(input: string): Exported {
  if (!NAMES.includes(input)) throw new Error(`there is no ${JSON.stringify(input)}; there are ${NAMES.join(', ')}`)
  return input as Exported
}

export const exportCommand = buildCommand<ExportFlags, [Exported], CanonistContext>({
  loader: async () => command((await import('./run.ts')).exportRows),
  parameters: {
    flags: {
      db: dbFlag,
      format: {
        kind: 'enum',
        values: ['jsonl', 'csv', 'parquet'],
        default: 'jsonl',
        brief: 'Format of the output',
      },
      output: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'FILE',
        brief: 'Write to this file instead of stdout',
      },
      csvSafe: csvSafeFlag,
      quiet: quietFlag,
    },
    aliases: { f: 'format', o: 'output', q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: parseName, placeholder: 'WHAT', brief: NAMES.join(', ') }],
    },
  },
  docs: {
    brief: 'Pages, aliases, rejected inputs, reviews, admissions or facts of the registry',
    customUsage: [`[flags] ${NAMES.join('|')}`],
    fullDescription: [
      'Everything of one kind from one moment of the registry, however much others add meanwhile.',
      '',
      'EXAMPLES',
      '  canonist export pages > pages.jsonl',
      '  canonist export aliases --format csv | head',
      '  canonist export pages --format parquet --output pages.parquet',
    ].join('\n'),
  },
})
