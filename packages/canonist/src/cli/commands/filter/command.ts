import { defineCommand } from '../../define-command.ts'
import { createSwitch, policyFlag } from '../../flags/common.ts'
import { tableFlags } from '../../flags/table.ts'
import { text } from '../../flags/values.ts'
import type { FilterFlags } from './run.ts'

export const filterCommand = defineCommand<FilterFlags, []>({
  load: async () => (await import('./run.ts')).filter,
  hasResults: false,
  parameters: {
    flags: {
      policy: policyFlag,
      inputFormat: {
        kind: 'enum',
        values: ['tsv', 'jsonl'],
        default: 'tsv',
        brief: 'Format of the input and the output; tsv as ClickHouse and Hive write it, with \\N for NULL',
      },
      column: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'name',
        brief: 'Column with the URL: #2 for the second of tsv, a field or a path of jsonl (default: #1, or url)',
      },
      output: {
        kind: 'parsed',
        parse: text,
        default: 'url',
        placeholder: 'columns',
        brief: 'Columns of the output, separated by commas: url, key, host, error, message',
      },
      chunkHeader: createSwitch(
        'Each chunk of rows comes after a line with their number (send_chunk_header of ClickHouse)',
      ),
      base: tableFlags.base,
      defaultScheme: tableFlags.defaultScheme,
    },
    aliases: { p: 'policy', o: 'output' },
    positional: { kind: 'tuple', parameters: [] },
  },
  help: {
    summary: 'Normalize rows inside an engine: one row out for each row in',
    usage: [''],
    details: [
      'For ClickHouse, Hive, Spark and scripts that join the output to the input by its place. Rows are written as soon as they are read. A row that is not a URL gives NULL and its error; the exit code is 0 all the same.',
    ],
    examples: [
      "printf 'https://Example.com/?utm_source=x\\n' | canonist filter",
      "printf 'https://Example.com/\\nnope\\n' | canonist filter --output url,key,error",
      'echo \'{"url":"https://Example.com/"}\' | canonist filter --input-format jsonl --output url,host',
    ],
  },
})
