import type { PolicyListFormat } from '@canonist/server/internal/policies/convert-policy'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { quietFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

const FORMATS: readonly PolicyListFormat[] = ['clearurls', 'removeparam', 'clean-param']

export const command = defineCommand({
  parameters: {
    flags: {
      inputFormat: { kind: 'enum', values: FORMATS, brief: 'Format of the list; required' },
      host: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'host',
        brief: 'Host of the robots.txt; required for clean-param, and only there',
      },
      name: { kind: 'parsed', parse: text, optional: true, placeholder: 'name', brief: 'Name of the new policy' },
      quiet: quietFlag,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'FILE', brief: 'The list (also .gz and .zst), or - for stdin' }],
    },
  },
  help: {
    summary: "Convert another tool's list to a policy file",
    usage: ['--input-format FORMAT FILE'],
    details: [
      'Reads a ClearURLs catalogue, the $removeparam filters of an AdGuard or uBlock list, or the Clean-param lines of a robots.txt, and prints a policy file (JSON). Lists the rules that a policy cannot express on stderr, with the reason, and then exits with 1.',
    ],
    examples: [
      'canonist policy import --input-format clean-param --host example.com examples/lists/robots.txt',
      'canonist policy import --input-format removeparam --name mine examples/lists/filters.txt',
      'canonist policy import --input-format clearurls -o clearurls.json examples/lists/clearurls.json',
    ],
  },
})

export type PolicyImportFlags = FlagsOf<typeof command.parameters.flags>
