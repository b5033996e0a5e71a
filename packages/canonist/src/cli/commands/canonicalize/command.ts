import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag, quietFlag, createSwitch, urlsOrFiles } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { networkFlags } from '../../flags/network.ts'
import { createNumberParser } from '../../flags/values.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      expect: { kind: 'enum', values: ['any', 'feed', 'page'], default: 'any', brief: 'Kind of document to expect' },
      maxRequests: {
        kind: 'parsed',
        parse: createNumberParser(0, 100),
        default: '3',
        placeholder: 'n',
        brief: 'Send at most this many requests per URL after the first one',
      },
      temporaryRedirects: {
        kind: 'enum',
        values: ['follow', 'keep'],
        default: 'follow',
        brief: 'For a 302, 303 or 307: use the target, or keep the URL',
      },
      stripAllQuery: createSwitch('Also test the URL without its query'),
      keepHttp: createSwitch('Do not test https for an http URL'),
      keepWww: createSwitch('Do not test the host without www'),
      json: { ...jsonFlag, brief: 'Print one JSON object per URL' },
      ...rejectionFlags,
      quiet: quietFlag,
      ...networkFlags,
    },
    aliases: { q: 'quiet' },
    positional: urlsOrFiles,
  },
  help: {
    summary: 'Find the cleanest URL that provably serves the same document',
    usage: ['[URL|FILE...]'],
    details: [
      'Canonist fetches the URL, reads the URLs that its document declares, tests cleaner spellings, and prints the cleanest one that provably serves the same document: one line for each line of the input, empty if it failed. For URLs on the command line, stderr shows each request and why this URL won.',
      'For a list, Canonist sends one request at a time to a host, waits --host-delay between two of them, and obeys robots.txt.',
    ],
    examples: [
      'canonist canonicalize "http://www.example.com/feed/?utm_source=x"',
      'canonist canonicalize --expect feed --json http://example.com/feed/',
      'canonist canonicalize --keep-www --max-requests 1 http://www.example.com/',
    ],
  },
})

export type CanonicalizeFlags = FlagsOf<typeof command.parameters.flags>
