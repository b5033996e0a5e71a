import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { jsonFlag, quietFlag, text, urlsOrFiles } from '../../flags/common.ts'
import { maxInvalidFlag } from '../../flags/max-invalid.ts'
import { networkFlags } from '../../flags/network.ts'
import type { AdmitFlags } from './flags.ts'

// Five, whoever asks: the limit is part of what a decision means.
const { maxRedirects, ...flags } = networkFlags

export const admitCommand = buildCommand<AdmitFlags, readonly string[], CanonistContext>({
  // The network half is loaded only where it is used: `normalize` starts without it.
  loader: async () => command((await import('./run.ts')).admitUrls),
  parameters: {
    flags: {
      policy: {
        kind: 'parsed',
        parse: text,
        placeholder: 'FILE',
        brief: 'The policy file (JSON or YAML) that says which hosts are let in, and all else',
      },
      db: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'FILE|URL',
        brief: 'Record what is decided in this registry: a file, or postgres://…; nothing is recorded without it',
      },
      dryRun: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'With --db: record nothing, and tell what would change',
      },
      offline: { kind: 'boolean', default: false, withNegated: false, brief: 'Ask nobody: judge by text and policy' },
      purpose: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'TEXT',
        brief: 'What the URLs are to be cited for; home pages and section pages then need a review',
      },
      json: jsonFlag,
      maxInvalid: maxInvalidFlag,
      quiet: quietFlag,
      ...flags,
    },
    aliases: { p: 'policy', q: 'quiet' },
    positional: urlsOrFiles,
  },
  docs: {
    brief: 'Which URLs a registry lets in, under which URL, and what a person must look at',
    customUsage: ['--policy FILE [flags] [URL|FILE...]'],
    fullDescription: [
      'Takes a URL through the thirteen steps of admission and prints its canonical URL, or an empty line where it is',
      'not let in: one line out for each line in. For URLs on the command line it also tells on stderr what was decided',
      'and why. A list is asked politely: one request at a time to a host, and robots.txt first.',
      'With --db all of it is recorded: pages with their aliases, rejected inputs, reviews, and what was found out of hosts.',
      '',
      'EXAMPLES',
      '  canonist admit --policy sources.yaml http://boe.es/buscar/',
      '  canonist admit --policy sources.yaml --json links.txt > admissions.jsonl',
      '  canonist admit --policy sources.yaml --db sources.db links.txt',
      '  canonist admit --policy stricter.yaml --db sources.db --dry-run links.txt',
      '  canonist admit --policy sources.yaml --offline --purpose fuente_url links.txt',
    ].join('\n'),
  },
})
