import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { jsonFlag, quietFlag, urlsOrFiles } from '../../flags/common.ts'
import { rejectionFlags } from '../../flags/rejections.ts'
import { networkFlags } from '../../flags/network.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      json: { ...jsonFlag, brief: 'Print one JSON object per URL' },
      ...rejectionFlags,
      quiet: quietFlag,
      ...networkFlags,
    },
    aliases: { q: 'quiet' },
    positional: urlsOrFiles,
  },
  help: {
    summary: 'Follow redirects to where they end, or show why they fail',
    usage: ['[URL|FILE...]'],
    details: [
      'A response with any status, even 404, is a result. Exit code 1 if a URL gives no response, 3 if none of them does.',
      'For a list, Canonist sends one request at a time to a host, waits --host-delay between two of them, and obeys robots.txt.',
    ],
    examples: [
      'canonist resolve http://example.com/',
      'canonist resolve --json https://example.com/old https://example.com/',
      'canonist resolve --timeout 5s --max-redirects 3 http://example.com/',
    ],
  },
})

export type ResolveFlags = FlagsOf<typeof command.parameters.flags>
