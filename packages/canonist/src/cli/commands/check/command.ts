import { createDurationParser } from '@canonist/core/internal/text/duration'
import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { dbFlag, quietFlag, createSwitch } from '../../flags/common.ts'
import { linkFlags } from '../../flags/links.ts'
import { networkFlags } from '../../flags/network.ts'
import { createRuleFlag } from '../../flags/rule-levels.ts'
import { createNumberParser, text } from '../../flags/values.ts'

const { maxRedirects: _, maxWait: __, maxBytes: ___, ...shared } = networkFlags

export const command = defineCommand({
  parameters: {
    flags: {
      db: dbFlag,
      policy: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'name|file',
        brief:
          "Policy with the allowlist and priorities to use (default: the policy of the newest admission, else the registry's own; with --files: links)",
      },
      url: {
        kind: 'parsed',
        parse: text,
        variadic: true,
        optional: true,
        placeholder: 'url',
        brief: 'Check the page of this URL, due or not; may be repeated',
      },
      files: {
        kind: 'parsed',
        parse: text,
        variadic: true,
        optional: true,
        placeholder: 'file|folder',
        brief:
          'Check the pages that these files link to (JSON, YAML, CSV, Markdown), and report file and line; may be repeated',
      },
      field: {
        ...linkFlags.field,
        brief: 'Field of the files that holds the URLs (default: every URL); may be repeated',
      },
      add: createSwitch('First add the links that the registry does not have'),
      host: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'host',
        brief: 'Check only pages of this host',
      },
      all: createSwitch('Also check pages that are not due yet'),
      limit: {
        kind: 'parsed',
        parse: createNumberParser(0, 1_000_000_000),
        optional: true,
        placeholder: 'n',
        brief: 'Check at most this many pages; 0 only reports the current verdicts',
      },
      headOnly: createSwitch('Send HEAD requests only; this finds no soft 404 and no drift'),
      /** In milliseconds. */
      lease: {
        kind: 'parsed',
        parse: createDurationParser({ least: '1s', most: '1h' }),
        default: '1m',
        placeholder: 'duration',
        brief: 'If this process dies, let others take over its hosts after this long',
      },
      dryRun: createSwitch('List the pages that are due, and send no requests'),
      rule: createRuleFlag('degraded=off'),
      format: {
        kind: 'enum',
        values: ['text', 'md', 'json', 'sarif', 'junit', 'github'],
        default: 'text',
        brief: 'Format of the report',
      },
      quiet: quietFlag,
      ...shared,
    },
    aliases: { p: 'policy', f: 'format', q: 'quiet' },
  },
  help: {
    summary: 'Check the links of the registry over time: a verdict for each',
    usage: [''],
    details: [
      'Canonist fetches every page that is due, records what it saw, and reports the current verdicts: healthy, moved, degraded, guarded, inconclusive, soft404, gone or takeover_suspect. A page is gone after three failures over 72 hours, or after one 410. A busy host or a bot wall does not count as a failure.',
      'You can interrupt it at any time; run it again to resume. Several processes share the work. An error or a warning makes the exit code 1.',
    ],
    examples: [
      'canonist check --dry-run',
      'canonist check --limit 0 --format md > links.md',
      'canonist check --url https://shop.example.com/p/42-green-tea --format json',
    ],
  },
})

export type CheckFlags = FlagsOf<typeof command.parameters.flags>
