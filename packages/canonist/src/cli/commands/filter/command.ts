import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { createSwitch, policyFlag } from '../../flags/common.ts'
import { tableFlags } from '../../flags/table.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  hasResults: false,
  parameters: {
    flags: {
      policy: policyFlag,
      inputFormat: {
        kind: 'enum',
        values: ['tsv', 'jsonl'],
        default: 'tsv',
        brief:
          'Format of input and output; tsv writes NULL as \\N and escapes with backslashes, as ClickHouse and COPY of PostgreSQL do',
      },
      column: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'name',
        brief:
          'Column with the URL: a number such as #2 for tsv, a field or a path such as link.href for jsonl (default: #1 for tsv, url for jsonl)',
      },
      output: {
        kind: 'parsed',
        parse: text,
        default: 'url',
        placeholder: 'columns',
        brief: 'Columns of the output, separated by commas: url, key, host, error, message',
      },
      chunkHeader: createSwitch(
        'Expect a line with the number of rows before each chunk (send_chunk_header of ClickHouse)',
      ),
      raw: createSwitch('Read and write tsv without escapes, as Hive and Spark do by default; \\N is still NULL'),
      base: tableFlags.base,
      defaultScheme: tableFlags.defaultScheme,
    },
    aliases: { p: 'policy', o: 'output' },
    positional: { kind: 'tuple', parameters: [] },
  },
  help: {
    summary: 'Normalize rows for a database: one row out for each row in',
    usage: [''],
    details: [
      'For ClickHouse, Hive, Spark and scripts that match output rows to input rows by position. For an invalid URL, url is NULL and error has the code; the exit code is still 0.',
    ],
    examples: [
      "printf 'https://Example.com/?utm_source=x\\n' | canonist filter",
      "printf 'https://Example.com/\\nnope\\n' | canonist filter --output url,key,error",
      'echo \'{"url":"https://Example.com/"}\' | canonist filter --input-format jsonl --output url,host',
    ],
  },
})

export type FilterFlags = FlagsOf<typeof command.parameters.flags>
