import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag, createSwitch } from '../../flags/common.ts'
import { numberOrAll, text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      key: { kind: 'parsed', parse: text, optional: true, placeholder: 'key', brief: 'Find the page with this key' },
      host: { kind: 'parsed', parse: text, optional: true, placeholder: 'host', brief: 'Find all pages of this host' },
      subdomains: createSwitch('With --host: include its subdomains'),
      prefix: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'url',
        brief: 'Find all pages whose canonical URL begins with this',
      },
      limit: {
        kind: 'parsed',
        parse: numberOrAll,
        optional: true,
        placeholder: 'n|all',
        brief: 'Show at most this many URLs of a page (default: 20); JSON has all',
      },
      json: { ...jsonFlag, brief: 'Print one JSON object per page' },
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'URL', brief: 'URLs, in any spelling' },
    },
  },
  help: {
    summary: 'Find the page of a URL, with all aliases and their evidence',
    usage: ['URL...', '--key KEY', '--host HOST', '--prefix URL'],
    details: [
      'The URLs of a page are grouped by the evidence that they are the same page. The exit code is 1 if nothing is found.',
    ],
    examples: [
      'canonist find "https://shop.example.com/p/42-green-tea?utm_source=x"',
      'canonist find --host example.com --subdomains --json',
      'canonist find --prefix https://shop.example.com/search',
    ],
  },
})

export type FindFlags = FlagsOf<typeof command.parameters.flags>
