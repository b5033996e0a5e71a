import { policies, type PolicyName } from '@canonist/core'
import { buildCommand } from '@stricli/core'
import { LOG_FORMATS, type LogFormat } from '../../../app/learn/log-formats.ts'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, jsonFlag, quietFlag, text } from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import { networkFlags, numberFrom } from '../../flags/network.ts'
import type { LearnFlags } from './flags.ts'

/** A base that is none would make every line invalid. */
function originText(input: string): string {
  if (/^https?:$/.test(URL.parse(input)?.protocol ?? '')) return input
  throw new SyntaxError(`${input} is no URL of a server; write it as in https://example.com`)
}

export const learnCommand = buildCommand<LearnFlags, readonly string[], CanonistContext>({
  // The learner is loaded only where it is used: `normalize` starts without it.
  loader: async () => command((await import('./run.ts')).learnPolicy),
  parameters: {
    flags: {
      format: {
        kind: 'enum',
        values: Object.keys(LOG_FORMATS) as LogFormat[],
        optional: true,
        brief: 'Format of the logs [default = told by the first line of each]',
      },
      base: {
        kind: 'parsed',
        parse: originText,
        optional: true,
        placeholder: 'URL',
        brief: 'Whose access log it is, where its lines name no host: https://example.com',
      },
      db: { ...dbFlag, brief: 'Learn from this registry, where no log is named; and where --propose asks' },
      name: { kind: 'parsed', parse: text, default: 'learned', placeholder: 'NAME', brief: 'The name of the policy' },
      extends: {
        kind: 'enum',
        values: Object.keys(policies) as PolicyName[],
        optional: true,
        brief: 'The built-in policy that it extends; what that merges is not learned again [default = rfc3986]',
      },
      known: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'POLICY',
        brief: 'What was learned elsewhere: parameters that this policy drops on two sites need less proof here',
      },
      minTier: {
        kind: 'enum',
        values: ['apply', 'probe'],
        default: 'apply',
        brief: 'Which rules the policy gets: proved ones, or also those that are only likely',
      },
      sorted: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'The lines of a site stand together, as in CDX: each site is learned and forgotten before the next',
      },
      urlsPerSite: {
        kind: 'parsed',
        parse: numberFrom(100, 1_000_000),
        default: '50000',
        placeholder: 'N',
        brief: 'URLs of a site that rules are proposed from; every rule is counted on all URLs of a larger site',
      },
      probe: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Fetch some URLs of rules that are only likely, politely, and let what comes back decide',
      },
      budget: {
        kind: 'parsed',
        parse: numberFrom(1, 1_000_000),
        default: '200',
        placeholder: 'N',
        brief: 'Requests for each site with --probe, robots.txt not counted',
      },
      validDays: {
        kind: 'parsed',
        parse: numberFrom(1, 36_500),
        default: '180',
        placeholder: 'N',
        brief: 'Days after which a rule should be learned anew; policy test tells when that is',
      },
      propose: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Put each rule into the review queue of the registry; what is accepted becomes part of its policy',
      },
      report: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'FILE',
        brief: 'Write the whole report here: Markdown, or JSON where the name ends in .json',
      },
      json: { ...jsonFlag, brief: 'Print all that was found, and not only the policy' },
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
      ...networkFlags,
    },
    aliases: { f: 'format', q: 'quiet' },
    positional: {
      kind: 'array',
      parameter: { parse: text, placeholder: 'FILE', brief: 'A crawl log (also .gz and .zst), or -' },
    },
  },
  docs: {
    brief: 'Rules of a site, learned from crawl logs: a policy file with its evidence',
    customUsage: ['[flags] [FILE...]'],
    fullDescription: [
      'Reads what a crawl saw and finds the rules by which URLs of a site lead to the same page. The policy goes to stdout,',
      'a report to stderr: what the rules merge, the doubtful ones and why they are, examples and counter-examples. Logs',
      'are JSONL, CSV, TSV, CDX, CDXJ, crawl.log of Heritrix, access logs, or plain lists of URLs. --probe lets it fetch.',
      '',
      'EXAMPLES',
      '  canonist learn --extends dedupe crawl.jsonl.gz > learned.json',
      '  canonist learn --report report.md *.cdxj.gz > learned.json',
      '  canonist learn --base https://example.com access.log > learned.json',
      '  canonist learn --db urls.db --propose > learned.json',
      '  canonist learn --probe --budget 100 crawl.jsonl > learned.json',
      '  canonist normalize --policy ./learned.json urls.txt',
    ].join('\n'),
  },
})
