import type { PolicyFormat } from '@canonist/server/internal/policies/convert-policy'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { quietFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

const FORMATS: readonly PolicyFormat[] = ['clean-param', 'nutch', 'heritrix', 'clearurls']

export const command = defineCommand({
  parameters: {
    flags: {
      format: { kind: 'enum', values: FORMATS, brief: 'Format to write; required' },
      host: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'host',
        brief: 'Host of the robots.txt, for clean-param (default: the only site of the policy)',
      },
      quiet: quietFlag,
    },
    aliases: { f: 'format', q: 'quiet' },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, placeholder: 'NAME|FILE', brief: 'Built-in policy, or policy file' }],
    },
  },
  help: {
    summary: "Convert a policy to another tool's format",
    usage: ['--format FORMAT NAME|FILE'],
    details: [
      'Prints Clean-param lines for a robots.txt (Yandex), a regex-normalize.xml (Apache Nutch), a canonicalization policy (Heritrix 3), or a ClearURLs catalogue. Lists the fields that the format cannot express on stderr, with the reason, and then exits with 1.',
    ],
    examples: [
      'canonist policy export --format nutch examples/policies/shop.yaml > regex-normalize.xml',
      'canonist policy export -f clean-param --host shop.example.com examples/policies/shop.yaml',
      'canonist policy export -f clearurls --output catalogue.json dedupe',
    ],
  },
})

export type PolicyExportFlags = FlagsOf<typeof command.parameters.flags>
