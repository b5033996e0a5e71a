import { buildCommand } from '@stricli/core'
import { command, type CanonistContext } from '../../context.ts'
import { dbFlag, quietFlag, text } from '../../flags/common.ts'
import { linkFlags } from '../../flags/links.ts'
import { networkFlags, numberFrom } from '../../flags/network.ts'
import { ruleFlag } from '../../flags/rule-levels.ts'
import { CHECK_REPORTS, type CheckFlags } from './flags.ts'

const { maxRedirects: _, maxWait: __, maxBytes: ___, ...askingFlags } = networkFlags

export const checkCommand = buildCommand<CheckFlags, [], CanonistContext>({
  // Databases and the network half are loaded only where they are used.
  loader: async () => command((await import('./run.ts')).checkPages),
  parameters: {
    flags: {
      db: dbFlag,
      policy: {
        kind: 'parsed',
        parse: text,
        optional: true,
        placeholder: 'NAME|FILE',
        brief: "Whose allowlist and priorities count [default = that of the newest admission, else the registry's own]",
      },
      url: {
        kind: 'parsed',
        parse: text,
        variadic: true,
        optional: true,
        placeholder: 'URL',
        brief: 'Only the page of this URL, due or not; may be given more than once',
      },
      files: {
        kind: 'parsed',
        parse: text,
        variadic: true,
        optional: true,
        placeholder: 'FILE|FOLDER',
        brief: 'Only pages that these files link to, JSON, YAML, CSV or Markdown; findings then have file and line',
      },
      field: { ...linkFlags.field, brief: 'The field of the files that holds the URLs; without it every URL' },
      add: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Put links of the files that the registry does not know there first',
      },
      host: { kind: 'parsed', parse: text, optional: true, placeholder: 'HOST', brief: 'Only pages of this host' },
      all: { kind: 'boolean', default: false, withNegated: false, brief: 'Also pages that are not due yet' },
      limit: {
        kind: 'parsed',
        parse: numberFrom(0, 1_000_000_000),
        optional: true,
        placeholder: 'N',
        brief: 'Look at so many pages at most; 0 only reports what is known',
      },
      headOnly: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'Do not read pages that answer: sees no soft 404 and no drift',
      },
      lease: {
        kind: 'parsed',
        parse: numberFrom(1, 3600),
        default: '60',
        placeholder: 'SECONDS',
        brief: 'How long other processes leave the hosts of one that died alone',
      },
      dryRun: {
        kind: 'boolean',
        default: false,
        withNegated: false,
        brief: 'List what would be looked at, ask nobody',
      },
      rule: ruleFlag,
      report: { kind: 'enum', values: CHECK_REPORTS, optional: true, brief: 'Write a report in this format to stdout' },
      quiet: quietFlag,
      ...askingFlags,
    },
    aliases: { q: 'quiet' },
  },
  docs: {
    brief: 'Link health of the pages of the registry: verdicts with evidence',
    customUsage: ['[flags]'],
    fullDescription: [
      'Looks at every page that is due, politely, writes down what was seen, and reports the verdicts in force: healthy,',
      'moved, degraded, guarded, inconclusive, soft404, gone or takeover_suspect. A page is gone after three failures over',
      '72 hours, or after one 410; a busy host or a bot wall is never a failure. Broken off, it goes on where it stopped;',
      'several processes share the work. Exit code 1 where an error or a warning is in force.',
      '',
      'EXAMPLES',
      '  canonist check',
      '  canonist check --policy sources.yaml --report md > links.md',
      '  canonist check --url https://example.com/page --report json',
      '  canonist check --files data/tramites --field fuente_url --add --report sarif > links.sarif',
      '  canonist check --dry-run',
    ].join('\n'),
  },
})
