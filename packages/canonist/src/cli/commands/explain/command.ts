import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag, policyFlag } from '../../flags/common.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: { policy: policyFlag, json: jsonFlag },
    aliases: { p: 'policy' },
    positional: { kind: 'tuple', parameters: [{ parse: text, placeholder: 'URL', brief: 'URL to explain' }] },
  },
  help: {
    summary: 'Show what each rule does to a URL, and how safe that is',
    usage: ['URL'],
    details: [
      'Lists the rules that changed the URL, in order, each with its tier: safe, usually-safe or lossy. [-…-] marks removed text and {+…+} added text; a terminal shows both in colour. Exits with 1 if the URL is invalid.',
    ],
    examples: [
      'canonist explain "https://Example.com/a/../b?utm_source=x&b=2&a=1#top"',
      'canonist explain --policy sources http://www.boe.es/buscar/',
      'canonist explain --json https://example.com/',
    ],
  },
})

export type ExplainFlags = FlagsOf<typeof command.parameters.flags>
