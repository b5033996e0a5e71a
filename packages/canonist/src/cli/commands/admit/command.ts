import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag, quietFlag, createSwitch, urlsOrFiles } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { admissionNetworkFlags } from '../../flags/network.ts'
import { text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      policy: {
        kind: 'parsed',
        parse: text,
        placeholder: 'file',
        brief: 'Policy file (JSON or YAML) with an allowlist of hosts; required',
      },
      db: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'file|url',
        brief: 'Record the decisions in this registry: a SQLite file, or postgres://… (default: record nothing)',
      },
      dryRun: createSwitch('With --db: record nothing, and print what would change'),
      offline: createSwitch('Send no requests: decide by the text of the URL and the policy'),
      purpose: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'text',
        brief: 'What the URLs will be cited for; home pages and section pages then need a review',
      },
      json: { ...jsonFlag, brief: 'Print one JSON object per URL' },
      ...rejectionFlags,
      quiet: quietFlag,
      ...admissionNetworkFlags,
    },
    aliases: { p: 'policy', q: 'quiet' },
    positional: urlsOrFiles,
  },
  help: {
    summary: 'Decide which URLs to accept, and find their canonical URLs',
    usage: ['--policy FILE [URL|FILE...]'],
    details: [
      'Canonist takes each URL through the thirteen steps of admission and prints its canonical URL, or an empty line if the URL is rejected or pending: one line out for each line in. For URLs on the command line, stderr shows the decision and the reason.',
      'With --db, it records pages with their aliases, rejected inputs, reviews, and facts about hosts. For a list, it sends one request at a time to a host and obeys robots.txt.',
    ],
    examples: [
      'canonist admit --policy examples/ayuda/sources.yaml --offline https://www.boe.es/buscar/',
      'canonist admit --policy examples/ayuda/sources.yaml --offline --json examples/links.txt > admissions.jsonl',
      'canonist admit --policy examples/ayuda/sources.yaml --offline --db canonist.db "https://www.boe.es/buscar/act.php?id=BOE-A-2021-21007&xyz=1"',
    ],
  },
})

export type AdmitFlags = FlagsOf<typeof command.parameters.flags>
