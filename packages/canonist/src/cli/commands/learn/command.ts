import { createDurationParser } from '@canonist/core/internal/text/duration'
import { policies, type PolicyName } from '@canonist/core'
import { LOG_FORMATS, type LogFormat } from '@canonist/learn/internal/logs/log-format'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, jsonFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { networkFlags } from '../../flags/network.ts'
import { createNumberParser, serverUrl, text } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      inputFormat: {
        kind: 'enum',
        values: Object.keys(LOG_FORMATS) as LogFormat[],
        optional: true,
        brief: 'Format of the logs (default: detected for each log)',
      },
      base: {
        kind: 'parsed',
        parse: serverUrl,
        optional: true,
        placeholder: 'url',
        brief: 'Server of an access log whose lines have no host, such as https://example.com',
      },
      db: {
        ...dbFlag,
        brief: 'Learn from this registry, unless you name a log; with --propose, put the rules into its review queue',
      },
      name: { kind: 'parsed', parse: text, default: 'learned', placeholder: 'name', brief: 'Name of the policy' },
      extends: {
        kind: 'enum',
        values: Object.keys(policies) as PolicyName[],
        optional: true,
        placeholder: 'policy',
        brief: 'Built-in policy to extend; rules that it already has are not learned again (default: rfc3986)',
      },
      known: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'policy',
        brief: 'Policy learned from another log: parameters that it removes on two or more sites need less proof',
      },
      minTier: {
        kind: 'enum',
        values: ['apply', 'probe'],
        default: 'apply',
        brief: 'Which rules go into the policy: only proved ones, or also likely ones',
      },
      sorted: createSwitch(
        'Learn one site at a time, which needs less memory; the lines of each site must be adjacent, as in CDX',
      ),
      urlsPerSite: {
        kind: 'parsed',
        parse: createNumberParser(100, 1_000_000),
        default: '50000',
        placeholder: 'n',
        brief: 'Propose rules from at most this many URLs of a site; every rule is then tested on all URLs of the site',
      },
      probe: createSwitch('Test likely rules with requests, and add those that the responses confirm'),
      budget: {
        kind: 'parsed',
        parse: createNumberParser(1, 1_000_000),
        default: '200',
        placeholder: 'n',
        brief: 'With --probe: send at most this many requests per site, not counting robots.txt',
      },
      /** In milliseconds. */
      validFor: {
        kind: 'parsed',
        parse: createDurationParser({ least: '1d', most: '36500d' }),
        default: '180d',
        placeholder: 'duration',
        brief: 'How long a rule is valid; canonist policy test warns about older rules',
      },
      propose: createSwitch('Put each rule into the review queue of the registry; accepted rules join its policy'),
      report: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'file',
        brief: 'Write the whole report to this file: Markdown, or JSON if its name ends in .json',
      },
      json: { ...jsonFlag, brief: 'Print everything that was found, not only the policy' },
      ...rejectionFlags,
      quiet: quietFlag,
      ...networkFlags,
    },
    aliases: { q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        placeholder: 'FILE',
        brief: 'Crawl logs (also .gz and .zst), or - for stdin, which is the default',
      },
    },
  },
  help: {
    summary: 'Learn rules from crawl logs, as a policy with evidence',
    usage: ['[FILE...]'],
    details: [
      'Canonist finds rules that tell which URLs of a site lead to the same page. It prints the policy on stdout, and a report on stderr: the URLs that each rule merges, doubtful rules with the reason, examples and counter-examples. It sends no requests unless you pass --probe.',
    ],
    examples: [
      'canonist learn examples/forum.jsonl > learned.json',
      'canonist learn --extends dedupe --report report.md -o learned.json examples/forum.jsonl',
      'canonist learn --valid-for 90d --quiet --json examples/forum.jsonl',
    ],
  },
})

export type LearnFlags = FlagsOf<typeof command.parameters.flags>
