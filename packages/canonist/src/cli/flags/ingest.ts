import { FORMATS } from '@canonist/lists/internal/io/line-formats'
import { dbFlag, jsonFlag, quietFlag } from './common.ts'
import type { FlagDescriptions, FlagsOf } from './flags-of.ts'
import { rejectionFlags } from './rejections.ts'
import { text } from './values.ts'

/** The flags of commands that add lists of URLs to the registry. */
export const ingestFlags = {
  db: dbFlag,
  policy: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'name|file',
    brief: 'Policy of a new registry; an existing registry keeps its own (default: dedupe)',
  },
  inputFormat: {
    kind: 'enum',
    values: FORMATS,
    optional: true,
    brief: 'Format of the input (default: text; with --column, that of the file extension)',
  },
  column: {
    kind: 'parsed',
    parse: text,
    optional: true,
    placeholder: 'name',
    brief: 'Read the URL from this column: a name (csv, tsv, jsonl), or #2 for the second (csv, tsv)',
  },
  ...rejectionFlags,
  json: { ...jsonFlag, brief: 'Print the counts of this run as JSON: {"seen","new","duplicates","rejected"}' },
  quiet: quietFlag,
} as const satisfies FlagDescriptions

export type IngestFlags = FlagsOf<typeof ingestFlags>
