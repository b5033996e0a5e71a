import { defineCommand } from '../../define-command.ts'
import type { FlagsOf } from '../../flags/flags-of.ts'
import { quietFlag, createSwitch } from '../../flags/common.ts'
import { linkArguments, linkFlags } from '../../flags/links.ts'
import { admissionNetworkFlags } from '../../flags/network.ts'
import { createRuleFlag } from '../../flags/rule-levels.ts'

export const command = defineCommand({
  parameters: {
    flags: {
      ...linkFlags,
      policy: { ...linkFlags.policy, default: 'links' },
      format: {
        kind: 'enum',
        values: ['text', 'json', 'sarif', 'junit', 'github', 'md'],
        default: 'text',
        brief: 'Format of the report',
      },
      fix: createSwitch(
        'Edit the files where the fix is certain: spelling, tracking, session ids, and moves that the network or the registry proved',
      ),
      rule: createRuleFlag('home-page=off'),
      failOn: {
        kind: 'enum',
        values: ['error', 'warning', 'never'],
        default: 'error',
        placeholder: 'level',
        brief: 'Lowest level that makes the exit code 1',
      },
      quiet: quietFlag,
      ...admissionNetworkFlags,
    },
    ...linkArguments,
    aliases: { ...linkArguments.aliases, f: 'format' },
  },
  help: {
    summary: 'Find problems with links in files, and fix what is certain',
    usage: ['FILE|FOLDER...'],
    details: [
      'Canonist reads the links of Markdown, JSON, YAML and CSV files, and reports those that are invalid, have tracking parameters, or appear twice in one list, with file, line and column. It sends no requests unless you pass --online.',
      'With --field, or under a policy that sets hosts.allow or citation, links count as sources: Canonist then also reports hosts that are not allowed, plain http and other spellings; with --field also home pages, section pages and other languages.',
    ],
    examples: [
      'canonist validate examples',
      'canonist validate --policy examples/ayuda/sources.yaml --field fuente_url examples/ayuda/data',
      'canonist validate --rule duplicate=off --fail-on warning --format sarif -o links.sarif examples',
    ],
  },
})

export type ValidateFlags = FlagsOf<typeof command.parameters.flags>
